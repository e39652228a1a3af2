// When new postings of an index begin another block, and which of them are merged.
import { afterAll, beforeEach, expect, it } from 'vitest';
import { inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import { addPostings } from '../../../lib/search/mongodb/addPostings.ts';
import { bucketWord, packedBytes } from '../../../lib/search/mongodb/packedTerms.ts';
import type { TermPostings } from '../../../lib/search/mongodb/postings.ts';
import { postingsCollection } from '../../../lib/search/mongodb/storedIndex.ts';
import type { RecentBlocks, StoredIndex } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
const db = await database.get();

let index: StoredIndex;

beforeEach(async () => {
  await postingsCollection(db).deleteMany({});
  index = {
    ...{ _id: 1, type: 'api::book.book', status: 'published', locale: null, language: 'en', state: 'used' },
    ...{ ordinals: 0, removed: 0 },
  };
});

/** Postings of as many documents as half of the bytes. */
const postingsOf = (bytes: number): TermPostings => ({ bytes: new Uint8Array(bytes).fill(1), last: bytes / 2 });

const add = async (terms: string, bytes: number): Promise<RecentBlocks> => {
  const added = new Map(Array.from(terms, (term) => [term, postingsOf(bytes)]));
  const recent = await inTransaction(database, (unit) => addPostings(unit, index, added));
  index = { ...index, recent };
  return recent;
};

const keys = async (): Promise<readonly string[]> =>
  (
    await postingsCollection(db)
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id);

it('new postings are added to the last block until it has 128 kB', async () => {
  const large = packedBytes('a', postingsOf(60_000));
  expect(await add('a', 60_000)).toMatchObject({ count: 1, bytes: large, lastBytes: large });
  expect(await add('b', 60_000)).toMatchObject({ count: 1, bytes: 2 * large, lastBytes: 2 * large });
  expect(await add('c', 60_000)).toMatchObject({ count: 1, bytes: 3 * large, lastBytes: 3 * large });
  expect(await add('d', 60_000)).toMatchObject({ count: 2, bytes: 4 * large, lastBytes: large });
  expect(await keys()).toEqual(['1| |0.0', '1| |0.1']);
});

it('beyond 2 MB, half of them is merged, each time the terms after those before, under new keys', async () => {
  const bytes = 199_000;
  const size = packedBytes('a', postingsOf(bytes));
  const merged = (terms: string): readonly string[] => Array.from(terms, (term) => `1|${term}|${bytes / 2}`);
  expect(await add('abcdefghij', bytes)).toMatchObject({ generation: 0, count: 1, bytes: 10 * size });
  expect(await add('k', bytes)).toEqual({ generation: 1, count: 1, bytes: 5 * size, lastBytes: 5 * size, next: 'g' });
  expect(await keys()).toEqual(['1| |1.0', ...merged('abcdef')]);
  expect(await add('lmnop', bytes)).toMatchObject({ generation: 1, count: 2, bytes: 10 * size });
  expect(await add('A', bytes)).toMatchObject({ generation: 2, count: 1, bytes: 5 * size, next: 'm' });
  expect(await keys()).toEqual(['1| |2.0', ...merged('abcdefghijkl')]);
  // After the last term comes the first.
  expect(await add('BCDEFG', bytes)).toMatchObject({ generation: 3, bytes: 5 * size, next: 'C' });
  expect(await keys()).toEqual(['1| |3.0', ...merged('ABabcdefghijklmnop')]);
});

it.each([
  ['tree', '=tre'],
  ['as', '=as'],
  // Half of a character cannot be stored.
  ['ab𝒳yz', '=ab𝒳'],
  ['𝒳yz', '=𝒳y'],
])('the bucket of %s is %s', (term, word) => {
  expect(bucketWord(term)).toBe(word);
});
