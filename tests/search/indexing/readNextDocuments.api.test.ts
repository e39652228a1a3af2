// Checks in which steps a build reads the documents of a partition, and what MongoDB reads for that.
import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, prepareIndexes } from '../../../lib/platform/db/index.ts';
import { readNextDocuments } from '../../../lib/search/indexing/readNextDocuments.ts';
import type { StoredIndex } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';
import { schema } from '../mongodb/searchSite.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
const db = await database.get();

/** More than two steps read. */
const count = 5_000;
const idOf = (place: number): string => `d${String(place).padStart(5, '0')}`;

/** Seven hundred documents have the same time, so that steps end among equal ones, and in MongoDB's order of `_id`. */
const timeOf = (place: number): Date => new Date(1_700_000_000_000 + Math.floor(place / 700));

const readAll = async (
  uid: string,
  locale: string | null,
): Promise<{ readonly ids: string[]; readonly steps: number }> => {
  const type = schema.types.get(uid);
  if (type === undefined) throw new Error(`no type ${uid}`);
  const ids: string[] = [];
  let position: StoredIndex['position'];
  for (let steps = 1; ; steps++) {
    const index = { _id: 1, language: 'en', ...(position === undefined ? {} : { position }) } as StoredIndex;
    const next = await readNextDocuments(db, { schema }, { type, status: 'published', locale }, index);
    ids.push(...next.entries.map(({ documentId }) => documentId));
    position = next.position;
    if (next.isLast) return { ids, steps };
  }
};

beforeAll(async () => {
  await prepareIndexes(db, schema);
  const published = (place: number) => ({ id: place, updatedAt: timeOf(place), title: 'a', name: 'a' });
  const rows = (locale: string | null) =>
    Array.from({ length: count }, (_, place) => ({
      ...{ _id: new ObjectId(), documentId: idOf(place), locale, published: published(place) },
    }));
  await db.collection('articles').insertMany([...rows('en'), ...rows('fr')]);
  await db.collection('tags').insertMany(rows(null));
});

describe.each([
  ['api::article.article', 'articles', 'en'],
  ['api::tag.tag', 'tags', null],
])('%s', (uid, collection, locale) => {
  it('reads each document once in the order of changes, with linear work', async () => {
    await db.command({ profile: 2 });
    const { ids, steps } = await readAll(uid, locale);
    await db.command({ profile: 0 });
    expect(ids).toEqual(Array.from({ length: count }, (_, place) => idOf(place)));
    const [work] = await db
      .collection('system.profile')
      .aggregate<{ readonly keys: number; readonly documents: number; readonly sorts: number }>([
        { $match: { ns: `${db.databaseName}.${collection}` } },
        {
          $group: {
            _id: null,
            keys: { $sum: '$keysExamined' },
            documents: { $sum: '$docsExamined' },
            sorts: { $sum: { $cond: ['$hasSortStage', 1, 0] } },
          },
        },
      ])
      .toArray();
    // Each document is found once in the index on `updatedAt` and once by `_id`.
    expect(steps).toBe(3);
    expect(work?.documents).toBeLessThan(2.1 * count);
    expect(work?.keys).toBeLessThan(3.1 * count);
    expect(work?.sorts).toBe(0);
  });
});
