// Checks what a process remembers of the indexes: it is never old, never mixed, and never too much.
import { Collection, Db } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { collections, inTransaction, openDatabase } from '../../../lib/platform/db/index.ts';
import type { ContentType } from '../../../lib/schema/index.ts';
import { findUsedIndexes, forgetUsedIndexes, indexesCollection } from '../../../lib/search/indexing/index.ts';
import { findMatches, indexEntries } from '../../../lib/search/mongodb/index.ts';
import { IndexMemory, maxRemembered, memoryOf } from '../../../lib/search/mongodb/indexMemory.ts';
import { blockPattern } from '../../../lib/search/mongodb/storedIndex.ts';
import { loadStemmers, parseSearchText } from '../../../lib/search/text/index.ts';
import type { Hit, IndexEntry, Matches, Partition, Search, StoredIndex } from '../../../lib/search/types.ts';
import { freshDatabase } from '../../setup/database.ts';

const database = openDatabase(freshDatabase().uri);
const other = openDatabase(freshDatabase().uri);
afterAll(() => Promise.all([database.close(), other.close()]));
const db = await database.get();

// Only the uid of the type matters here.
const books: Partition = { type: { uid: 'api::book.book' } as ContentType, status: 'published', locale: null };

await loadStemmers(['en']);

const entry = (documentId: string, text?: string): IndexEntry => ({
  partition: books,
  documentId,
  text: text === undefined ? undefined : [{ weight: 1, words: text.split(' ') }],
});

const store = (...entries: readonly IndexEntry[]): Promise<void> =>
  inTransaction(database, (unit) => indexEntries(unit, entries));

const addIndex = () =>
  indexesCollection(db).insertOne({
    ...{ _id: 1, type: 'api::book.book', status: 'published', locale: null, language: 'en' },
    ...{ createdAt: new Date(), state: 'used', ordinals: 0, removed: 0 },
  });

const names = ['searchIndexes', 'searchDocuments', 'searchPostings', 'searchWords'] as const;

const empty = async (): Promise<void> => {
  for (const name of names) await db.collection(collections[name]).deleteMany({});
};

const parse = (text: string): Search => {
  const search = parseSearchText(text, 'en', 'q');
  if (search === undefined) throw new Error(`${text} has no words`);
  return search;
};

const search = (text: string, near = false): Promise<Matches> =>
  findMatches(db, [{ partition: books, search: parse(text) }], { near });

const idsOf = (hits: readonly Hit[]): readonly string[] => hits.map(({ documentId }) => documentId).toSorted();

const find = async (text: string): Promise<readonly string[]> => {
  const { page, totals } = await search(text);
  const ids = idsOf(await page(0, 100));
  expect(totals).toEqual([ids.length]);
  return ids;
};

/** Copies the index to another database, of which this process remembers nothing. */
const copyIndex = async (): Promise<Db> => {
  const otherDb = await other.get();
  for (const name of names) {
    await otherDb.collection(collections[name]).deleteMany({});
    const rows = await db.collection(collections[name]).find().toArray();
    if (rows.length > 0) await otherDb.collection(collections[name]).insertMany(rows);
  }
  forgetUsedIndexes(otherDb);
  return otherDb;
};

/** Stops the clock, and lets so much time pass. */
const pass = (ms: number): void => {
  const now = performance.now() + ms;
  vi.spyOn(performance, 'now').mockReturnValue(now);
};

beforeEach(async () => {
  vi.restoreAllMocks();
  await empty();
  await addIndex();
  await store(
    entry('cats', 'cats of the harbour'),
    entry('dogs', 'dogs of the harbour'),
    entry('mice', 'mice and cheese'),
  );
  forgetUsedIndexes(db);
});

describe('a search that was answered before', () => {
  it('sends no command', async () => {
    await find('harbour cats');
    const collection = vi.spyOn(Db.prototype, 'collection');
    expect(await find('harbour cats')).toEqual(['cats']);
    expect(collection).not.toHaveBeenCalled();
  });

  it('has what was written a second ago', async () => {
    pass(0);
    expect(await find('harbour')).toEqual(['cats', 'dogs']);
    await store(entry('birds', 'birds of the harbour'), entry('dogs'));
    pass(999);
    expect(await find('harbour')).toEqual(['cats', 'dogs']);
    pass(2);
    expect(await find('harbour')).toEqual(['birds', 'cats']);
  });

  it.each(['harbour', 'harb', 'harbo', '"the harbour"', 'harbour -cats', 'harbuor'])(
    'has for %s what it would have if nothing was remembered',
    async (text) => {
      for (const before of ['harbour', 'har', 'harb', text]) await find(before);
      await store(
        entry('birds', 'birds of the harbour'),
        entry('dogs', 'dogs'),
        entry('cats', 'cats of the harbour town'),
      );
      forgetUsedIndexes(db);
      const found = await find(text);
      const otherDb = await copyIndex();
      const anew = await findMatches(otherDb, [{ partition: books, search: parse(text) }]);
      expect(found).toEqual(idsOf(await anew.page(0, 100)));
    },
  );

  it('finds beginnings with the words in memory, and those that came later', async () => {
    await store(entry('runs', 'she was running'));
    forgetUsedIndexes(db);
    await search('zzzzzz', true);
    expect(await find('runni')).toEqual(['runs']);
    await store(entry('sings', 'she was singing'));
    forgetUsedIndexes(db);
    expect(await find('singi')).toEqual(['sings']);
  });

  it('has nothing of another index that had the number', async () => {
    expect(await find('cheese')).toEqual(['mice']);
    await empty();
    await addIndex();
    await store(entry('one', 'a cheese'), entry('two', 'a dog'), entry('three', 'a cat'));
    forgetUsedIndexes(db);
    expect(await find('cheese')).toEqual(['one']);
  });

  it('adds words to the dictionary that another index with the number had', async () => {
    const runs = entry('runs', 'she was running');
    // What a transaction reads is remembered, so it is written twice.
    for (const text of [runs, entry('runs', 'was running')]) await store(text);
    await empty();
    await addIndex();
    await store(runs);
    forgetUsedIndexes(db);
    expect(await find('runni')).toEqual(['runs']);
  });

  it('has words with mistakes that were not yet in memory when it was answered', async () => {
    const findNear = async (text: string) => idsOf(await (await search(text, true)).page(0, 100));
    pass(0);
    expect(await findNear('harbur')).toEqual(['cats', 'dogs']);
    await store(entry('zebras', 'a zebra'));
    pass(1_001);
    expect(await findNear('zebrra')).toEqual([]);
    pass(60_000);
    await vi.waitFor(async () => {
      expect(await findNear('zebrra')).toEqual(['zebras']);
    });
  });
});

/** What 16 searches at once read, by collection. */
const readsOf = async (text: string, near = false): Promise<readonly string[]> => {
  const newDb = await copyIndex();
  const reads = [vi.spyOn(Collection.prototype, 'find'), vi.spyOn(Collection.prototype, 'aggregate')];
  await Promise.all(
    Array.from({ length: 16 }, () => findMatches(newDb, [{ partition: books, search: parse(text) }], { near })),
  );
  return reads
    .flatMap(({ mock }) => mock.contexts.map((collection) => (collection as Collection).collectionName))
    .toSorted();
};

it.each([
  // The removed ordinals, new postings and others; the words that begin with the searched one.
  ['harbour', false],
  // The vocabulary as well.
  ['harbuor', true],
])('the first searches of a process read each thing once, for %s', async (text, near) => {
  const { searchIndexes, searchPostings, searchWords } = collections;
  expect(await readsOf(text, near)).toEqual(
    [
      searchIndexes,
      ...Array.from({ length: 3 }, () => searchPostings),
      searchWords,
      ...(near ? [searchWords] : []),
    ].toSorted(),
  );
});

/** The collections that work reads. */
const readBy = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const reads = [vi.spyOn(Collection.prototype, 'find'), vi.spyOn(Collection.prototype, 'aggregate')];
  await work();
  const read = reads.flatMap(({ mock }) =>
    mock.contexts.map((collection) => (collection as Collection).collectionName),
  );
  for (const spy of reads) spy.mockRestore();
  return read;
};

describe('what is in memory', () => {
  it.each(['harb', 'harbou', 'harbour', 'harbour harbo', 'harbour the'])(
    'has the postings for %s, which are among those of a beginning',
    async (text) => {
      await find('the');
      await find('har');
      expect(await readBy(() => search(text))).not.toContain(collections.searchPostings);
      expect(await readBy(() => search('dogs'))).toContain(collections.searchPostings);
    },
  );

  it('has no postings of a beginning of which only some were read', async () => {
    // A beginning may have 5,000 blocks: `zzz` more than that, `zzz9` less.
    const words = Array.from({ length: 5_001 }, (_, number) => `zzz${String(number)}q`);
    await store(entry('many', words.join(' ')));
    forgetUsedIndexes(db);
    expect(await find('zzz')).toEqual(['many']);
    for (const text of ['zzz9', 'zzz999', 'zzz4999q']) expect(await find(text)).toEqual(['many']);
  });

  it('has the words, so beginnings of which stems lack a part need no query', async () => {
    await store(entry('runs', 'she was running'));
    forgetUsedIndexes(db);
    await search('zzzzzz', true);
    expect(await readBy(() => search('runni'))).not.toContain(collections.searchWords);
    expect(await find('runni')).toEqual(['runs']);
  });

  it('has the documentIds of others after the first page', async () => {
    // With the index of MongoDB, a row has its attributes in another order.
    await db.collection(collections.searchDocuments).createIndex({ index: 1, ordinal: 1, _id: 1 }, {}, {});
    await find('cheese');
    const [index] = await findUsedIndexes(db);
    if (index === undefined) throw new Error('There is no index');
    const idOf = (ordinal: number) => memoryOf(db).documentId(index, ordinal);
    await vi.waitFor(() => {
      expect([1, 2, 3].map(idOf).toSorted()).toEqual(['cats', 'dogs', 'mice']);
    });
    expect(await readBy(() => find('harbour'))).not.toContain(collections.searchDocuments);
    await store(entry('birds', 'birds of the harbour'));
    forgetUsedIndexes(db);
    expect(await find('birds')).toEqual(['birds']);
  });
});

it.each(['harbour', 'c++', '3.11', 'größe', 'нет', 'नमस्ते', '^m'])(
  'the blocks of %s are one range of keys',
  async (word) => {
    await db.collection(collections.searchPostings).insertMany(
      ['', '1'].map((block): { _id: string } => ({ _id: `7|${word}|${block}` })) as never, // of these tests the keys matter
    );
    for (const isBeginning of [false, true]) {
      const pattern = blockPattern(7, word, isBeginning);
      const { executionStats } = (await db
        .collection(collections.searchPostings)
        .find({ _id: { $in: [pattern] } } as never)
        .explain('executionStats')) as { executionStats: { nReturned: number; totalKeysExamined: number } };
      expect(executionStats.nReturned).toBe(2);
      // The scan looks at the key after the range as well.
      expect(executionStats.totalKeysExamined).toBeLessThanOrEqual(3);
    }
  },
);

describe('a state of an index', () => {
  it('has a document once that changed after the state was read', async () => {
    expect(await find('cats')).toEqual(['cats']);
    await store(entry('cats', 'more cats in the harbour'));
    expect(await find('harbour')).toEqual(['cats', 'dogs']);
    forgetUsedIndexes(db);
    expect(await find('more harbour')).toEqual(['cats']);
  });

  it('has a document that changed between its reading and that of what is removed', async () => {
    await findUsedIndexes(db);
    await store(entry('cats', 'more cats in the harbour'));
    expect(await find('harbour')).toEqual(['cats', 'dogs']);
  });

  it('gives whole pages to two requests if documents have changed', async () => {
    const matches = [await search('the'), await search('the')];
    await store(entry('dogs', 'no words'));
    const pages = await Promise.all(matches.map(({ page }) => page(0, 1)));
    expect(pages.map(idsOf)).toEqual([['cats'], ['cats']]);
  });
});

describe('the memory', () => {
  it('forgets what was used least, beyond its bytes', async () => {
    const memory = new IndexMemory();
    const remember = (key: string) => memory.remember(key, 1, Promise.resolve(key), () => maxRemembered.bytes / 4);
    for (const key of ['one', 'two', 'three']) await remember(key);
    expect(memory.recall('one', 1)).toBe('one');
    await remember('four');
    expect(['one', 'two', 'three', 'four'].map((key) => memory.recall(key, 1))).toEqual([
      'one',
      undefined,
      'three',
      'four',
    ]);
  });

  it('counts keys as well: those of searches are long, and most of these may find nothing', async () => {
    const memory = new IndexMemory();
    const keys = ['one', 'two', 'three'].map((name) => name.padEnd(maxRemembered.bytes / 2));
    for (const key of keys) await memory.remember(key, 1, Promise.resolve(key.trim()), () => 0);
    expect(keys.map((key) => memory.recall(key, 1))).toEqual([undefined, undefined, 'three']);
  });

  it('has only what is complete for the ordinals', async () => {
    const memory = new IndexMemory();
    const value = Promise.resolve('value');
    const remembered = memory.remember('one', 7, value, () => 1);
    expect([memory.recall('one', 7), memory.recall('one', 8)]).toEqual([value, undefined]);
    await remembered;
    expect([memory.recall('one', 7), memory.recall('one', 8)]).toEqual(['value', undefined]);
  });

  it('reads again what could not be read', async () => {
    const memory = new IndexMemory();
    const size = () => 1;
    const failing = () => memory.read('one', 1, () => Promise.reject(new Error('no database')), size);
    await expect(Promise.all([failing(), failing()])).rejects.toThrow('no database');
    expect(await memory.read('one', 1, () => Promise.resolve('value'), size)).toBe('value');
  });

  it('has so many documentIds', () => {
    const memory = new IndexMemory();
    const index = (_id: number) => ({ _id, ordinals: maxRemembered.documentIds / 3 }) as StoredIndex;
    for (const _id of [1, 2, 3]) memory.rememberDocumentId(index(_id), 5, `of ${_id}`);
    expect([1, 2, 3].map((_id) => memory.documentId(index(_id), 5))).toEqual([undefined, undefined, 'of 3']);
    memory.rememberDocumentId({ ...index(4), ordinals: 2 * maxRemembered.documentIds }, 5, 'of 4');
    expect([3, 4].map((_id) => memory.documentId(index(_id), 5))).toEqual(['of 3', undefined]);
  });
});
