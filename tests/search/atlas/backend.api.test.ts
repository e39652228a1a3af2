// The backend of Atlas Search: the rows that it writes, and the pages that it reads. What Atlas would answer is given.
import type { Db, Document } from 'mongodb';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { collections, inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import type { ContentType } from '../../../lib/schema/index.ts';
import { atlasBackend } from '../../../lib/search/atlas/index.ts';
import { indexesCollection } from '../../../lib/search/indexing/index.ts';
import { forgetUsedIndexes } from '../../../lib/search/indexing/usedIndexes.ts';
import type { IndexEntry, Partition, Search } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
const db = await database.get();
const backend = atlasBackend();

const typeOf = (uid: string): ContentType => ({ uid, search: { title: 10 } }) as unknown as ContentType;
const books: Partition = { type: typeOf('api::book.book'), status: 'published', locale: 'en' };
const songs: Partition = { type: typeOf('api::song.song'), status: 'published', locale: null };
const moon: Search = {
  words: [{ text: 'moon', stem: undefined, isBeginning: false, isOptional: false }],
  phrases: [],
  excluded: [],
};

const entry = (documentId: string, ...words: readonly string[]): IndexEntry => ({
  ...{ partition: books, documentId },
  text: words.length === 0 ? undefined : [{ weight: 10, words }],
});

const write = (...entries: readonly IndexEntry[]): Promise<void> =>
  inTransaction(database, (unit) => backend.indexEntries(unit, entries));

const stored = (): Promise<readonly Document[]> =>
  db.collection(collections.searchDocuments).find().sort({ _id: 1 }).toArray();

/** The database, with this in place of Atlas Search. */
const withAnswers = (answer: (pipeline: readonly Document[]) => readonly Document[]): Db =>
  new Proxy(db, {
    get: (target, name) =>
      name !== 'collection'
        ? Reflect.get(target, name)
        : (collection: string) =>
            collection === collections.searchDocuments
              ? { aggregate: (pipeline: readonly Document[]) => ({ toArray: () => Promise.resolve(answer(pipeline)) }) }
              : target.collection(collection),
  });

beforeEach(async () => {
  for (const name of ['searchIndexes', 'searchDocuments'] as const)
    await db.collection(collections[name]).deleteMany({});
  const index = { status: 'published', language: 'en', ordinals: 0, removed: 0 } as const;
  await indexesCollection(db).insertMany([
    { ...index, _id: 1, type: books.type.uid, locale: 'en', state: 'used' },
    { ...index, _id: 2, type: songs.type.uid, locale: null, state: 'used' },
    { ...index, _id: 3, type: books.type.uid, locale: 'en', state: 'building' },
  ]);
  forgetUsedIndexes(db);
});

it('writes and removes rows, also of an index that is being built', async () => {
  await write(entry('one', 'old', 'moon'), entry('two', 'sun'));
  await write(entry('one', 'new', 'moon'), entry('two'));
  const row = { documentId: 'one', words: { w10: 'new moon' }, stems: { w10: 'new moon' } };
  expect(await stored()).toEqual([
    { _id: '1|one', index: 1, ...row },
    { _id: '3|one', index: 3, ...row },
  ]);
  await backend.removeSome(db, 3);
  expect((await stored()).map(({ _id }) => _id)).toEqual(['1|one']);
});

it('merges the hits of partitions by score, and reads further pages only when they are needed', async () => {
  const hits = (index: number, count: number, score: number) =>
    Array.from({ length: count }, (_, rank) => ({
      ...{ documentId: `${index}-${rank}`, score: score - rank, token: `${index}|${rank}`, total: count },
    }));
  const all = new Map([
    [1, hits(1, 150, 2_000)],
    [2, hits(2, 2, 1_999.5)],
  ]);
  const cursors: unknown[] = [];
  const atlas = withAnswers(([first, limit]) => {
    const { compound, searchAfter } = (first?.$search ?? {}) as Document;
    const ranked = all.get(compound.filter[0].equals.value) ?? [];
    cursors.push(searchAfter);
    const start = ranked.findIndex(({ token }) => token === searchAfter) + 1;
    return ranked.slice(start, start + Number(limit?.$limit));
  });
  const other: Partition = { ...books, locale: 'fr' };
  const matches = await backend.findMatches(
    atlas,
    [books, other, songs].map((partition) => ({ partition, search: moon })),
  );
  expect(matches.totals).toEqual([150, 0, 2]);
  const [first, second] = await Promise.all([matches.page(0, 3), matches.page(2, 4)]);
  expect(first.map(({ documentId }) => documentId)).toEqual(['1-0', '2-0', '1-1']);
  expect(second.map(({ documentId }) => documentId)).toEqual(['1-1', '2-1', '1-2', '1-3']);
  expect(first[1]).toEqual({ partition: songs, documentId: '2-0', score: 1_999.5 });
  expect(cursors).toEqual([undefined, undefined]);
  expect((await matches.page(148, 10)).map(({ documentId }) => documentId)).toEqual([
    '1-146',
    '1-147',
    '1-148',
    '1-149',
  ]);
  expect(cursors).toEqual([undefined, undefined, '1|99']);
  expect(await matches.page(152, 10)).toEqual([]);
});
