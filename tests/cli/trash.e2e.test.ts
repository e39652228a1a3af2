// The commands `lectern trash …`.
import { MongoClient, ObjectId } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

describe('lectern trash', () => {
  const { uri } = freshDatabase();
  const client = new MongoClient(uri);
  const trash = (...args: readonly string[]) => lectern(['trash', ...args], { MONGODB_URI: uri });
  const type = 'api::topic.topic';
  const times = { createdAt: new Date(1), updatedAt: new Date(1), publishedAt: new Date(1) };
  const removed = (id: number) => ({ by: null, published: { id, name: `Topic ${id}`, slug: `topic-${id}`, ...times } });

  afterAll(() => client.close());

  it('lists, restores and empties', async () => {
    const topics = client.db().collection('topics');
    await topics.insertMany(
      [1, 2].map((id) => ({
        ...{ documentId: `topic${id}`.padEnd(24, '0'), locale: null, revision: 2 },
        ...{ deletedAt: new Date(Date.now() - id * 1_000), removed: { deletion: new ObjectId(), ...removed(id) } },
      })),
    );
    const [one = '', two = ''] = (await trash('list', type)).stdout.split('\n').slice(0, 2);
    expect([one, two].map((line) => line.split(/\s+/)[0]?.slice(0, 6))).toEqual(['topic1', 'topic2']);
    const restored = await trash('restore', type, 'topic1'.padEnd(24, '0'), '--set', 'slug=another');
    expect(restored).toMatchObject({ code: 0, stderr: `restored ${'topic1'.padEnd(24, '0')}\n` });
    expect((await topics.findOne({ 'published.slug': 'another' }))?.published.name).toBe('Topic 1');
    expect((await trash('empty', 'topic')).stderr).toBe('deleted 1 documents for good\n');
    expect((await trash('list', type)).stderr).toBe('the trash is empty\n');
  });

  it('refuses an unknown type and a malformed value', async () => {
    const unknown = await trash('list', 'api::topic.topics');
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('api::topic.topic')]);
    expect((await trash('restore', type, 'x', '--set', 'slug')).code).toBe(1);
  });
});
