// The commands `lectern search …`.
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { collections } from '../../lib/platform/db/index.ts';
import { freshDatabase } from '../setup/database.ts';
import { lectern } from './inProcess.ts';

describe('lectern search rebuild', () => {
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

  it('refuses an unknown type', async () => {
    expect(await rebuild('topik')).toMatchObject({ code: 1, stderr: expect.stringContaining('topic') as string });
  });
});
