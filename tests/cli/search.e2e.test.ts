// The commands `lectern search …`.
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { collections } from '../../lib/platform/db/index.ts';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

describe('lectern search', () => {
  const { uri } = freshDatabase();
  const client = new MongoClient(uri);
  const rebuild = (...args: readonly string[]) => lectern(['search', 'rebuild', ...args], { MONGODB_URI: uri });
  const indexes = client.db().collection(collections.searchIndexes);
  const words = client.db().collection<{ _id: string }>(collections.searchWords);

  afterAll(() => client.close());

  it('builds the index where no relay runs, and of one type only', async () => {
    const times = { createdAt: new Date(1), updatedAt: new Date(1), publishedAt: new Date(1) };
    await client
      .db()
      .collection('topics')
      .insertOne({
        ...{ documentId: 'topic1'.padEnd(24, '0'), locale: null, revision: 1 },
        published: { id: 1, name: 'Astronomy', slug: 'one', ...times },
      });
    const all = await rebuild();
    expect(all).toMatchObject({ code: 0, stderr: expect.stringMatching(/built \d+ indexes\n$/) as string });
    expect(await words.countDocuments({ _id: /\|astronomy$/ })).toBe(1);
    expect(await indexes.distinct('state')).toEqual(['used']);
    expect(await rebuild('topic')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/built 1 index\n$/) as string,
    });
    expect((await indexes.find({ state: 'replaced' }).toArray()).map(({ type }) => type as string)).toEqual([
      'api::topic.topic',
    ]);
    expect(await words.countDocuments({ _id: /\|astronomy$/ })).toBe(2);
    expect(await rebuild('plugin::upload.file')).toMatchObject({ code: 0 });
  });

  it('shows the state of each index', async () => {
    const status = () => lectern(['search', 'status'], { MONGODB_URI: uri });
    const line = ['api::topic.topic', 'published', '-', 'current', '1', '-'].join('\t');
    const first = await status();
    expect(first).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/0 changed documents waiting .*\n.*no relay is running/) as string,
    });
    expect(first.stdout.split('\n')).toContain(line);
    const topic = { type: 'api::topic.topic', state: 'used' };
    await indexes.updateOne(topic, { $set: { fingerprint: 'old', removed: 1, ordinals: 9 } });
    await client
      .db()
      .collection(collections.searchPostponed)
      .insertOne({ type: 'api::topic.topic', documentId: 'x', locale: null, at: new Date() });
    await client
      .db()
      .collection<{ _id: string }>(collections.leases)
      .updateOne({ _id: 'relay' }, { $set: { until: new Date(Date.now() + 60_000) } }, { upsert: true });
    const then = await status();
    expect(then.stdout.split('\n')).toContain(line.replace('current\t1', 'outdated\t8'));
    expect(then.stderr).toMatch(/1 changed document waiting .*\na relay is running/);
    await indexes.deleteMany({ type: 'api::topic.topic' });
    expect((await status()).stdout.split('\n')).toContain(line.replace('current\t1', 'missing\t0'));
  });

  it('refuses an unknown type', async () => {
    expect(await rebuild('topik')).toMatchObject({ code: 1, stderr: expect.stringContaining('topic') as string });
  });
});
