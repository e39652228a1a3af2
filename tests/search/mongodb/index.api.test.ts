// Checks the index in MongoDB: documents are written into it, and searches find them.
import { Binary } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { collections, inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import { splitByWords } from '../../../lib/search/indexing/batches.ts';
import { indexesCollection } from '../../../lib/search/indexing/index.ts';
import { mergeSomeRecent } from '../../../lib/search/mongodb/addPostings.ts';
import { findMatches, indexEntries, omitUnchanged } from '../../../lib/search/mongodb/index.ts';
import { bucketWord, type PackedBlock, PackedTerms } from '../../../lib/search/mongodb/packedTerms.ts';
import {
  blockKey,
  deleteSomeOfIndex,
  documentsCollection,
  postingsCollection,
  wordKey,
  wordsCollection,
} from '../../../lib/search/mongodb/storedIndex.ts';
import type { TermPostings } from '../../../lib/search/mongodb/postings.ts';
import { findUsedIndexes, forgetUsedIndexes } from '../../../lib/search/indexing/usedIndexes.ts';
import { findNearWords, forgetVocabularies } from '../../../lib/search/mongodb/vocabulary.ts';
import { loadStemmers, mistakesBetween, stemOf } from '../../../lib/search/text/index.ts';
import type { IndexEntry, Partition } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';
import { books, entry, idsOf, moonEntries, readSearch, removed, songs } from '../testEntries.ts';

const { uri } = freshDatabase();
const database = openDatabase(uri);
afterAll(() => database.close());
const db = await database.get();

await loadStemmers(['en']);
const store = (...entries: readonly IndexEntry[]): Promise<void> =>
  inTransaction(database, (unit) => indexEntries(unit, entries));

/** Writes entries, and lets the next search see them. */
const write = async (...entries: readonly IndexEntry[]): Promise<void> => {
  await store(...entries);
  forgetUsedIndexes(db);
};

const search = async (text: string, partitions = [books], near = false) =>
  findMatches(
    db,
    partitions.map((partition) => ({ partition, search: readSearch(text, (word) => stemOf(word, 'en')) })),
    { near },
  );

const find = async (...input: Parameters<typeof search>) => idsOf(await search(...input));

const addIndex = (_id: number, { type, status, locale }: Partition, state: 'used' | 'building' = 'used') =>
  indexesCollection(db).insertOne({
    _id,
    type: type.uid,
    status,
    locale,
    language: 'en',
    state,
    createdAt: new Date(),
    ordinals: 0,
    removed: 0,
  });

const counts = async () => ({
  documents: await documentsCollection(db).countDocuments(),
  postings: await postingsCollection(db).countDocuments(),
  words: await wordsCollection(db).countDocuments(),
});

/** How many blocks of new postings there are. */
const recentBlocks = () => postingsCollection(db).countDocuments({ _id: /^1\| \|/ });

/** Merges new postings of the first index. */
const merge = async (keptBytes = 0): Promise<void> => {
  await inTransaction(database, async (unit) => {
    const index = await indexesCollection(db).findOne({ _id: 1 }, unit.options);
    if (index !== null) await mergeSomeRecent(unit, index, keptBytes);
  });
};

beforeEach(async () => {
  for (const name of ['searchIndexes', 'searchDocuments', 'searchPostings', 'searchWords'] as const)
    await db.collection(collections[name]).deleteMany({});
  await addIndex(1, books);
  await addIndex(2, songs);
  forgetUsedIndexes(db);
  forgetVocabularies(db);
});

/** The words of the first index that a searched one may mean. */
const near = async (searched: string) => {
  const [index] = await findUsedIndexes(db);
  if (index === undefined) throw new Error('There is no index');
  return findNearWords(db, index, searched, Infinity);
};

describe('words with mistakes', () => {
  const all = ['house', 'hous', 'bibliothek', 'museums', 'restaurant', 'mouth', 'house12'];

  it('are found in all parts of a dictionary that is read in parts', async () => {
    const words = Array.from({ length: 5_000 }, (_, number) => `word${String.fromCodePoint(0x4e00 + number)}s`);
    await wordsCollection(db).insertMany(words.map((word) => ({ _id: wordKey(1, word) })));
    await indexesCollection(db).updateOne({ _id: 1 }, { $set: { words: words.length } });
    for (const word of [words[0], words[2_500], words[4_999]])
      expect((await near(`${word}x`)).map((one) => one.word)).toContain(word);
  });

  it.each([
    ['hause', ['house']],
    ['huose', ['house']],
    ['hose', []],
    ['houses', ['house']],
    ['housr', ['hous', 'house']],
    ['biblitohek', ['bibliothek']],
    ['bibliothekk', ['bibliothek']],
    ['mueseums', ['museums']],
    ['restarant', ['restaurant']],
    ['resturent', ['restaurant']],
    ['house13', []],
  ])('%s may mean %j', async (searched, expected) => {
    await write(entry('all', all.join(' ')));
    const found = await near(searched);
    expect(found.map(({ word }) => word).toSorted()).toEqual(expected);
    for (const { word, term } of found) expect(term).toBe(stemOf(word, 'en'));
  });

  /** A word with one more, other or missing letter, or with two letters that change places, for each place. */
  const withMistake = (word: string): readonly string[] =>
    Array.from({ length: word.length + 1 }, (_, at) => [
      `${word.slice(0, at)}x${word.slice(at)}`,
      `${word.slice(0, at)}x${word.slice(at + 1)}`,
      `${word.slice(0, at)}${word.slice(at + 1)}`,
      `${word.slice(0, at)}${word.charAt(at + 1)}${word.charAt(at)}${word.slice(at + 2)}`,
    ]).flat();

  it.each([
    ['mouth', withMistake],
    ['garden', withMistake],
    ['difference', (word: string) => withMistake(word).flatMap(withMistake)],
  ])('of %s are found, whichever letters are wrong', async (word, mistakes) => {
    await write(entry('all', `${all.join(' ')} ${word}`));
    const searched = mistakes(word).filter((one) => mistakesBetween(one, word) !== undefined);
    expect(searched.length).toBeGreaterThan(12);
    const missed: string[] = [];
    for (const one of searched) {
      const found = await near(one);
      if (!found.some((other) => other.word === word)) missed.push(one);
    }
    expect(missed).toEqual([]);
  });
});

describe('a search in the index', () => {
  beforeEach(() => write(...moonEntries));

  it.each([
    ['moon', ['old', 'new']],
    ['light moon', ['new', 'old']],
    ['moon light', ['new', 'old']],
    ['unknown', []],
    ['moon unknown', []],
    ['light stars unknown', ['cats']],
    ['light stars moonlight', ['cats']],
    ['cat', ['cats']],
    ['moons', ['old', 'new']],
    ['moon*', ['old', 'new', 'cats']],
    ['moonl*', ['cats']],
    ['n*', ['new']],
    ['ne*', ['new']],
    ['b*', []],
    ['is*', ['new']],
    ['light -cats', ['new', 'old']],
    ['light -dark', ['old', 'cats']],
    ['"moon old"', []],
    ['"old moon"', ['old']],
    ['"moon a"', []],
    ['"the moon"', ['new']],
    ['light "cat"', []],
    ['light "cats"', ['cats']],
    ['light -"the light"', ['new', 'old']],
    ['light -"light the"', ['new', 'old', 'cats']],
    ['moon dark?', ['old', 'new']],
    ['-moon', []],
    ['.*', []],
    ['m|*', []],
  ])('for %s finds %j', async (text, expected) => {
    expect(await find(text)).toEqual(expected);
  });

  it('finds words with mistakes only when the caller wants it, and ranks them last', async () => {
    expect(await find('lighd')).toEqual([]);
    expect(await find('lighd', [books], true)).toEqual(['new', 'old', 'cats']);
    expect(await find('moonlihgt', [books], true)).toEqual(['cats']);
    expect(await find('moom', [books], true)).toEqual([]);
    await write(entry('near', 'night'), entry('itself', 'an', 'light'));
    forgetVocabularies(db);
    expect((await find('light', [books], true)).slice(0, 3)).toEqual(['new', 'itself', 'old']);
    expect((await find('light', [books], true)).slice(-1)).toEqual(['near']);
  });

  it('reads several partitions at once, and only these', async () => {
    expect(await find('moon', [songs])).toEqual(['song']);
    expect(await find('moon', [books, songs])).toEqual(['old', 'song', 'new']);
    const other: Partition = { ...books, locale: 'fr' };
    expect((await search('moon', [other, books, songs])).totals).toEqual([0, 2, 1]);
    expect((await search('moon', [])).totals).toEqual([]);
  });

  it('gives pages by rank, and equal scores by the time of indexing', async () => {
    await write(...Array.from({ length: 30 }, (_, index) => entry(`equal${index}`, 'one title')));
    const matches = await search('title');
    const hits = await matches.page(0, 10);
    expect(hits.map(({ documentId }) => documentId)).toEqual(
      Array.from({ length: 10 }, (_, index) => `equal${29 - index}`),
    );
    expect((await matches.page(25, 10)).map(({ documentId }) => documentId)).toEqual(
      [4, 3, 2, 1, 0].map((index) => `equal${index}`),
    );
    expect(new Set(hits.map(({ score }) => score)).size).toBe(1);
    expect(await matches.page(30, 10)).toEqual([]);
  });

  it('leaves out a document that changes before its page is read', async () => {
    const matches = await search('light');
    await write(entry('new', 'changed'));
    expect((await matches.page(0, 2)).map(({ documentId }) => documentId)).toEqual(['old', 'cats']);
    expect(await matches.page(2, 2)).toEqual([]);
  });
});

describe('writing into the index', () => {
  it('replaces and removes documents', async () => {
    await write(entry('one', 'first'), entry('two', 'second'));
    await write(entry('one', 'changed'));
    expect([await find('first'), await find('changed')]).toEqual([[], ['one']]);
    await write(removed('one'), removed('unknown'));
    expect([await find('changed'), await find('second')]).toEqual([[], ['two']]);
    await write(entry('one', 'changed'));
    expect(await find('changed')).toEqual(['one']);
    expect(await indexesCollection(db).findOne({ _id: 1 })).toMatchObject({ ordinals: 4, removed: 2 });
  });

  it('treats a document without words as absent', async () => {
    await write(entry('one', 'first'));
    await write({ partition: books, documentId: 'one', text: [] });
    expect(await find('first')).toEqual([]);
    await write({ partition: books, documentId: 'one', text: [{ weight: 1, words: [] }] });
    expect(await documentsCollection(db).countDocuments()).toBe(0);
  });

  it('changes nothing when it is repeated', async () => {
    const all = [entry('one', 'first words'), entry('two', 'second words'), removed('three')];
    await write(...all);
    const [before, index] = [await counts(), await indexesCollection(db).findOne({ _id: 1 })];
    await write(...all);
    await write(...all.toReversed());
    expect([await counts(), await indexesCollection(db).findOne({ _id: 1 })]).toEqual([before, index]);
  });

  it('leaves out what all indexes of the partition have already', async () => {
    const all = [entry('one', 'first words'), entry('two', 'second words'), removed('three')];
    const following = async () => indexesCollection(db).find().toArray();
    const omit = async (...entries: readonly IndexEntry[]) =>
      (await omitUnchanged(db, entries, await following())).map(({ documentId }) => documentId);
    expect(await omit(...all)).toEqual(['one', 'two']);
    await write(...all);
    expect(await omit(...all, entry('song', 'moon', '', { ...songs, locale: 'fr' }))).toEqual([]);
    const heavier: IndexEntry = { ...entry('one', ''), text: [{ weight: 11, words: ['first', 'words'] }] };
    expect(await omit(entry('one', 'words first'), removed('two'), entry('three', 'third'))).toEqual([
      'one',
      'two',
      'three',
    ]);
    expect(await omit(heavier)).toEqual(['one']);
    await addIndex(3, books, 'building');
    expect(await omit(...all)).toEqual(['one', 'two']);
  });

  it('takes the last of two entries of one document', async () => {
    await write(entry('one', 'first'), entry('one', 'second'));
    expect([await find('first'), await find('second')]).toEqual([[], ['one']]);
  });

  it('leaves nothing if the transaction is aborted', async () => {
    await write(entry('one', 'first'));
    const before = await counts();
    const aborted = inTransaction(database, async (unit) => {
      await indexEntries(unit, [entry('one', 'changed'), entry('two', 'second')]);
      throw new Error('the process ends');
    });
    await expect(aborted).rejects.toThrow('the process ends');
    expect(await counts()).toEqual(before);
    expect([await find('first'), await find('changed'), await find('second')]).toEqual([['one'], [], []]);
  });

  it('follows in an index that is being built, which no search sees', async () => {
    await addIndex(3, books, 'building');
    await write(entry('one', 'first'));
    expect(await documentsCollection(db).distinct('index')).toEqual([1, 3]);
    await indexesCollection(db).deleteOne({ _id: 1 });
    forgetUsedIndexes(db);
    expect(await find('first')).toEqual([]);
  });

  it('closes full blocks, and finds what is in all of them', async () => {
    const all = Array.from({ length: 6_000 }, (_, index) =>
      entry(`d${index}`, 'same', index % 100 === 0 ? 'rare' : ''),
    );
    for (const batch of splitByWords(all, 1_500)) {
      await write(...batch);
      await merge();
    }
    expect(await postingsCollection(db).countDocuments({ _id: /^1\|same\|\d/ })).toBeGreaterThan(1);
    expect((await search('same')).totals).toEqual([6_000]);
    expect((await search('rare same')).totals).toEqual([60]);
    await write(...all.filter((_, index) => index % 3 === 0).map(({ documentId }) => removed(documentId)));
    expect((await search('same')).totals).toEqual([4_000]);
    expect((await search('rare')).totals).toEqual([40]);
    while (await deleteSomeOfIndex(db, 1));
    expect(await counts()).toEqual({ documents: 0, postings: 0, words: 0 });
    expect(await indexesCollection(db).countDocuments({ _id: 1 })).toBe(0);
  });

  it('finds postings that are new, in a bucket and in blocks of a bucket that was full, each once', async () => {
    // Terms with one beginning, which is in no other bucket.
    const words = Array.from({ length: 3_000 }, (_, number) => `wordly${number.toString(36)}${'x'.repeat(9)}`);
    const all = Array.from({ length: 60 }, (_, index) =>
      entry(`d${index}`, `same ${words.slice(index * 50, index * 50 + 50).join(' ')}`),
    );
    await write(...all.slice(0, 30));
    expect(await recentBlocks()).toBe(1);
    const found = async () => [
      (await search('same')).totals[0],
      (await search('wordly*')).totals[0],
      await find(words[7] ?? ''),
      await find(words[2_999] ?? ''),
    ];
    expect(await found()).toEqual([30, 30, ['d0'], []]);
    await merge();
    expect(await recentBlocks()).toBe(0);
    expect(await found()).toEqual([30, 30, ['d0'], []]);
    await write(...all.slice(30));
    expect(await found()).toEqual([60, 60, ['d0'], ['d59']]);
    await merge();
    expect(await found()).toEqual([60, 60, ['d0'], ['d59']]);
    expect(await postingsCollection(db).countDocuments({ _id: /^1\|wordly/ })).toBe(words.length);
  });

  it('counts postings once that a merge moved while a search read them', async () => {
    const others = Array.from({ length: 9 }, (_, number) => entry(`other${number}`, 'moon'));
    await write(entry('both', 'moon light'), entry('one', 'light'), ...others);
    const packed = postingsCollection<PackedBlock>(db);
    const [recent] = await packed.find({ _id: /^1\| \|/ }).toArray();
    if (recent === undefined) throw new Error('There are no new postings');
    // As before the merge, beside what it made: a bucket and a block that was closed then.
    await packed.insertOne({ ...recent, _id: blockKey(1, bucketWord('light')) });
    const [[, { bytes, last }]] = [...new PackedTerms(recent).read('light', true)] as [[string, TermPostings]];
    await postingsCollection(db).insertOne({
      _id: blockKey(1, 'light', last),
      postings: new Binary(Buffer.from(bytes)),
    });
    expect(await find('moon light')).toEqual(['both']);
    expect(await find('ligh*')).toEqual(['one', 'both']);
  });

  it.each([0, Infinity])(
    'has all postings of a state of which up to %d bytes were not merged after it was read',
    async (kept) => {
      await write(entry('one', 'light'));
      await findUsedIndexes(db);
      await merge(kept);
      await store(entry('two', 'light'));
      expect(await find('light')).toEqual(['one']);
    },
  );

  it('splits into batches, with a document of its own for a long text', () => {
    const words = (count: number): IndexEntry => entry('one', 'word '.repeat(count - 1).trim());
    const sizes = [10, 10, 50, 1, 1].map(words);
    expect(splitByWords(sizes, 25).map(({ length }) => length)).toEqual([2, 1, 2]);
    expect(splitByWords([], 25)).toEqual([]);
  });
});
