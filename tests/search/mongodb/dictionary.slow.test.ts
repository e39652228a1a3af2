// Checks that a search costs the same however many words documents bring, and that words leave the dictionary with their documents.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collections, inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import type { ContentType } from '../../../lib/schema/index.ts';
import { documentIdOf, forgetUsedIndexes, indexesCollection, indexRange } from '../../../lib/search/indexing/index.ts';
import { findMatches, indexEntries, loadVocabularies, sweepSome } from '../../../lib/search/mongodb/index.ts';
import { maxRemembered } from '../../../lib/search/mongodb/indexMemory.ts';
import { mergeSomeRecent } from '../../../lib/search/mongodb/addPostings.ts';
import { PackedTerms, type PackedBlock } from '../../../lib/search/mongodb/packedTerms.ts';
import { postingsCollection, wordKey, wordsCollection } from '../../../lib/search/mongodb/storedIndex.ts';
import { forgetVocabularies } from '../../../lib/search/mongodb/vocabulary.ts';
import { loadStemmers, parseSearchText } from '../../../lib/search/text/index.ts';
import type { IndexEntry, Partition } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
afterAll(() => database.close());
const db = await database.get();
await loadStemmers(['en']);

// Only the uid of the type matters here.
const partitionOf = (name: string): Partition => ({
  type: { uid: `api::${name}.${name}` } as ContentType,
  status: 'published',
  locale: null,
});
const [books, songs, films] = ['book', 'song', 'film'].map(partitionOf) as [Partition, Partition, Partition];

const entry = (documentId: string, words: readonly string[] | undefined, partition = books): IndexEntry => ({
  partition,
  documentId,
  text: words === undefined ? undefined : [{ weight: 1, words }],
});

const run = (work: Parameters<Parameters<typeof sweepSome>[0]>[0]) => inTransaction(database, work);

const store = async (...entries: readonly IndexEntry[]): Promise<void> => {
  await run((unit) => indexEntries(unit, entries));
  forgetUsedIndexes(db);
};

const find = async (text: string, partition = books, near = true): Promise<readonly string[]> => {
  const search = parseSearchText(text, 'en', 'q');
  if (search === undefined) throw new Error(`${text} has no words`);
  const searches = [{ partition, search }];
  if (near) await loadVocabularies(db, searches);
  const { page } = await findMatches(db, searches, { near });
  return (await page(0, 100)).map(({ documentId }) => documentId).toSorted();
};

/** Words with five letters in the middle that are a number. */
const wordAt = (number: number): string =>
  `st${Array.from({ length: 5 }, (_, place) => String.fromCharCode(97 + (Math.floor(number / 7 ** place) % 7))).join('')}k`;

/** Adds words to the dictionary of an index without documents. */
const addWords = async (index: number, count: number): Promise<void> => {
  const words = new Set(Array.from({ length: count }, (_, number) => wordAt(number)));
  await wordsCollection(db).insertMany([...words].map((word) => ({ _id: wordKey(index, word) })));
  await indexesCollection(db).updateOne({ _id: index }, { $inc: { words: words.size } });
  forgetUsedIndexes(db);
};

/** The work of MongoDB in a collection. */
const workOf = async (
  collection: string,
  work: () => Promise<unknown>,
): Promise<{ readonly commands: number; readonly keys: number; readonly rows: number }> => {
  await db.command({ profile: 0 });
  await db.dropCollection('system.profile');
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const done = await db
    .collection<{ readonly keysExamined?: number; readonly nreturned?: number }>('system.profile')
    .find({ ns: `${db.databaseName}.${collection}` })
    .toArray();
  return {
    commands: done.length,
    keys: done.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0),
    rows: done.reduce((sum, { nreturned = 0 }) => sum + nreturned, 0),
  };
};

const noWork = { commands: 0, keys: 0, rows: 0 };

const wordsWork = (work: () => Promise<unknown>) => workOf(collections.searchWords, work);

const dictionaryOf = async (index: number): Promise<readonly string[]> => {
  const rows = await wordsCollection(db)
    .find({ _id: indexRange(index) })
    .toArray();
  return rows.map(({ _id }) => documentIdOf(_id)).toSorted();
};

/** Lets so much time pass. */
const pass = (ms: number): void => {
  const now = performance.now() + ms;
  vi.spyOn(performance, 'now').mockReturnValue(now);
  forgetUsedIndexes(db);
};

const limit = maxRemembered.words;
const smallLimit = 1_000;

beforeEach(async () => {
  vi.restoreAllMocks();
  for (const name of ['searchIndexes', 'searchDocuments', 'searchPostings', 'searchWords'] as const)
    await db.collection(collections[name]).deleteMany({});
  for (const [place, { type, status, locale }] of [books, songs, films].entries())
    await indexesCollection(db).insertOne({
      ...{ _id: place + 1, type: type.uid, status, locale, language: 'en', createdAt: new Date(), state: 'used' },
      ...{ ordinals: 0, removed: 0, words: 0, lost: 0 },
    });
  forgetUsedIndexes(db);
  forgetVocabularies(db);
  maxRemembered.words = smallLimit;
  return () => {
    maxRemembered.words = limit;
  };
});

const mistyped = ['harbuor ', 'harbou ', 'harvour ', 'hharbour ', 'harbr ', 'arbour '];

describe('a search with a mistake', () => {
  it.each([
    [0.9, 1],
    [2, 0],
    [10, 0],
  ])('costs the same with %d times as many words as a process remembers', async (times, reads) => {
    await store(entry('cats', ['cats', 'harbour']));
    await addWords(1, times * smallLimit);
    const first = await wordsWork(() => find('zzzzz '));
    expect(first.commands).toBe(1);
    for (const text of mistyped) {
      const { commands, keys } = await wordsWork(() => find(text));
      expect({ text, commands }).toEqual({ text, commands: reads === 1 ? 0 : 1 });
      expect(keys).toBeLessThan(1_000);
      if (text !== 'harbr ') expect({ text, found: await find(text) }).toEqual({ text, found: ['cats'] });
      expect(await wordsWork(() => find(text))).toEqual(noWork);
    }
  });

  it('lets no partition evict the words of another one that is searched', async () => {
    for (const [place, partition] of [books, songs, films].entries()) {
      await store(entry('cats', ['harbour'], partition));
      await addWords(place + 1, 0.4 * smallLimit);
    }
    for (const partition of [books, songs, films]) await find('first ', partition);
    for (const [place, text] of mistyped.entries())
      for (const [partition, expected] of [
        [books, 0],
        [songs, 0],
        [films, 1],
      ] as const) {
        const { commands, keys } = await wordsWork(() => find(`${text}x${place} `, partition));
        expect(commands).toBe(expected);
        expect(keys).toBeLessThan(1_000);
      }
  });

  it('gives the room of words that no search has used for long to others', async () => {
    for (const index of [1, 2]) await addWords(index, 0.7 * smallLimit);
    pass(0);
    await find('first ');
    const isInMemory = async (partition: Partition, text: string): Promise<boolean> => {
      await find(`a${text} `, partition);
      return (await wordsWork(() => find(`b${text} `, partition))).commands === 0;
    };
    expect(await isInMemory(songs, 'first')).toBe(false);
    pass(599_000);
    expect(await isInMemory(songs, 'second')).toBe(false);
    expect(await isInMemory(books, 'second')).toBe(true);
    pass(601_000);
    expect(await isInMemory(songs, 'third')).toBe(true);
    expect(await isInMemory(books, 'third')).toBe(false);
  });

  it('is answered without mistakes where it would have to look up too many words', async () => {
    await store(entry('cats', ['harbour', 'mountain']));
    await addWords(1, 2 * smallLimit);
    expect(await find('harbuor montain ')).toEqual(['cats']);
    const long = Array.from({ length: 9 }, (_, place) => `${'long'.repeat(5)}${String.fromCharCode(97 + place)}`);
    const { commands } = await wordsWork(() => find(`${long.join(' ')} `));
    expect(commands).toBe(0);
  });

  it.each(['in memory', 'in MongoDB'])('counts for a bounded number of words, from a dictionary %s', async (where) => {
    const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(97 + place));
    const words = [2, 3, 4, 5].flatMap((at) =>
      letters.map((letter) => `${'harbour'.slice(0, at)}${letter}${'harbour'.slice(at + 1)}`),
    );
    await store(entry('cats', [...new Set(words)]));
    if (where === 'in MongoDB') await addWords(1, 2 * smallLimit);
    await find('first ');
    const terms = vi.spyOn(PackedTerms.prototype, 'read');
    await find('harbour ');
    const read = new Set(terms.mock.calls.map(([term]) => term));
    terms.mockRestore();
    expect(read.size).toBeGreaterThan(40);
    expect(read.size).toBeLessThanOrEqual(51);
  });

  it('finds letters of other alphabets in a dictionary that is too large for the memory', async () => {
    await addWords(1, 2 * smallLimit);
    for (const [word, searched] of [
      ['гавань', 'гаванб'],
      ['λιμανι', 'λιμαννι'],
      ['מרינהה', 'מרינה'],
      ['हिंदीभाषा', 'हिंदीभषाा'],
    ] as const) {
      await store(entry(word, [word]));
      expect(await find(`${searched} `)).toContain(word);
    }
  });
});

describe('a beginning', () => {
  it('reads a bounded number of blocks, and those once', async () => {
    const words = Array.from({ length: 12_000 }, (_, number) => `abc${number.toString(36)}z`);
    await store(entry('many', words), entry('one', ['abc0', 'zebra']));
    const first = await workOf(collections.searchPostings, () => find('abc', books, false));
    // As many as are remembered, twice: with what the first query finds to be too many.
    expect(first.rows).toBeLessThan(10_100);
    expect(await workOf(collections.searchPostings, () => find('abc', books, false))).toEqual(noWork);
    expect((await workOf(collections.searchPostings, () => find('zebra abc', books, false))).keys).toBeLessThan(10);
    expect(await find('zebra abc', books, false)).toEqual(['one']);
  });

  it('has the whole word, although terms before it are too many', async () => {
    const words = Array.from({ length: 7_000 }, (_, number) => `abc${number.toString(36)}z`);
    await store(entry('many', words), entry('whole', ['abc']));
    expect(await find('abc', books, false)).toEqual(['many', 'whole']);
  });

  it('looks at a bounded number of words whose stems may not begin so', async () => {
    const words = Array.from({ length: 7_000 }, (_, number) => `abcd${number.toString(36)}`);
    await store(entry('many', words));
    const { keys } = await wordsWork(() => find('abcd', books, false));
    expect(keys).toBeLessThanOrEqual(5_001);
  });
});

describe('new postings', () => {
  it('stay as many as a process has in memory, and others are found in their buckets', async () => {
    const long = 'x'.repeat(50);
    const words = (place: number) => Array.from({ length: 7_000 }, (_, number) => `${wordAt(number)}${place}${long}`);
    const ids = Array.from({ length: 6 }, (_, place) => `d${place}`);
    const bytes: number[] = [];
    for (const [place, id] of ids.entries()) {
      await store(entry(id, words(place)));
      bytes.push((await indexesCollection(db).findOne({ _id: 1 }))?.recent?.bytes ?? 0);
    }
    for (const [place, id] of ids.entries())
      for (const number of [0, 3_500, 6_999])
        expect(await find(words(place)[number] ?? '', books, false)).toEqual([id]);
    expect(await find('stb', books, false)).toEqual(ids);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(2_000_000);
    // Not all of them are merged at once.
    expect(Math.min(...bytes)).toBeGreaterThan(300_000);
    expect(bytes).not.toEqual(bytes.toSorted((one, other) => one - other));
  });
});

/** Sweeps the indexes until nothing is left to do. @returns how many steps it took */
const sweep = async (): Promise<number> => {
  for (let steps = 0; ; steps++) {
    const all = await indexesCollection(db).find().toArray();
    let isEnd = true;
    for (const index of all) if (await sweepSome(run, index)) isEnd = false;
    if (isEnd) return steps;
  }
};

describe('words that no document has any more', () => {
  const many = (start: number, count: number) => Array.from({ length: count }, (_, place) => wordAt(start + place));

  it('are removed with their postings in steps, and those of other documents stay', async () => {
    await store(entry('kept', ['harbour', 'running', ...many(0, 50)]), entry('song', many(0, 9), songs));
    await store(entry('many', [...many(0, 5_000), 'runs']));
    const before = await dictionaryOf(1);
    await store(entry('many', undefined));
    expect(await indexesCollection(db).findOne({ _id: 1 })).toMatchObject({ words: before.length, lost: 5_001 });
    expect(await sweep()).toBeGreaterThan(4);
    // "runs" has the stem of "running".
    expect(await dictionaryOf(1)).toEqual(['harbour', 'running', 'runs', ...many(0, 50)].toSorted());
    expect(await dictionaryOf(2)).toEqual(many(0, 9).toSorted());
    const buckets = await postingsCollection<PackedBlock>(db)
      .find({ _id: /^1\|=st/, terms: { $exists: true } })
      .toArray();
    expect(buckets.flatMap((bucket) => new PackedTerms(bucket).terms)).toHaveLength(50);
    expect(await indexesCollection(db).findOne({ _id: 1 })).toMatchObject({ words: 53, lost: 0 });
    expect(await indexesCollection(db).countDocuments({ swept: { $exists: true } })).toBe(0);
    forgetUsedIndexes(db);
    expect(await find('harbuor ')).toEqual(['kept']);
  });

  it('are removed where a document replaces them, but not for a few words', async () => {
    await store(entry('one', [...many(0, 1_500), 'harbour']));
    await store(entry('one', [...many(900, 1_000), 'harbour']));
    expect(await sweep()).toBe(0);
    await store(entry('one', ['harbour']));
    expect(await sweep()).toBeGreaterThan(0);
    expect(await dictionaryOf(1)).toEqual(['harbour']);
    expect(await find('harbour', books, false)).toEqual(['one']);
  });

  it('come back with a document that has them', async () => {
    const documents = () => store(entry('many', many(0, 2_000)));
    await documents();
    // What a transaction reads is remembered, so it is written twice.
    await store(entry('again', many(0, 1_999)));
    await store(entry('many', undefined), entry('again', undefined));
    await sweep();
    expect(await dictionaryOf(1)).toEqual([]);
    await documents();
    expect(await dictionaryOf(1)).toHaveLength(2_000);
    expect(await indexesCollection(db).findOne({ _id: 1 })).toMatchObject({ words: 2_000 });
    expect(await find(many(1_234, 1)[0] ?? '', books, false)).toEqual(['many']);
  });

  it('are removed of terms with closed blocks', async () => {
    const documents = Array.from({ length: 2_500 }, (_, place) => `d${place}`);
    for (let start = 0; start < documents.length; start += 500)
      await store(...documents.slice(start, start + 500).map((id) => entry(id, ['frequent'])));
    await store(entry('many', many(0, 1_500)), entry('kept', ['harbour']));
    await run(async (unit) => {
      const index = await indexesCollection(db).findOne({ _id: 1 }, unit.options);
      if (index !== null) await mergeSomeRecent(unit, index, 0);
    });
    expect(await postingsCollection(db).countDocuments({ _id: /^1\|frequent\|\d/ })).toBeGreaterThan(0);
    await store(...documents.slice(1).map((id) => entry(id, undefined)), entry('many', undefined));
    await sweep();
    expect(await dictionaryOf(1)).toEqual(['frequent', 'harbour']);
    expect(await find('frequent', books, false)).toEqual(['d0']);
    await store(entry('d0', undefined), entry('many', many(0, 1_500)));
    await store(entry('many', undefined));
    await sweep();
    expect(await dictionaryOf(1)).toEqual(['harbour']);
    expect(await postingsCollection(db).countDocuments({ _id: /^1\|frequent\|/ })).toBe(0);
  });
});
