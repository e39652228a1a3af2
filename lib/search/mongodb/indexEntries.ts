// Writes documents into the indexes of their partitions.
import { setImmediate } from 'node:timers/promises';
import { Binary, type Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { LruCache } from '../../platform/lruCache.ts';
import { documentKey, findFollowingIndexes, indexesCollection, isOfPartition } from '../indexing/index.ts';
import { loadStemmers } from '../text/index.ts';
import type { IndexEntry, StoredIndex } from '../types.ts';
import { addPostings } from './addPostings.ts';
import type { Unit } from './buckets.ts';
import { Changes, storedTextOf, type IndexChange } from './indexChanges.ts';
import { memoryKey } from './indexMemory.ts';
import {
  documentsCollection,
  postingsCollection,
  removedBlockKey,
  removedPerBlock,
  wordKey,
  wordsCollection,
  type DictionaryWord,
  type IndexedDocument,
} from './storedIndex.ts';

/** How many documents are read without a pause: some milliseconds. */
const maxAtOnce = 30;

/** @param names the fields to read */
const findDocuments = async <K extends keyof IndexedDocument>(
  { db, options }: Unit,
  keys: readonly string[],
  ...names: readonly K[]
): Promise<ReadonlyMap<string, Pick<IndexedDocument, K | '_id'>>> => {
  const projection = Object.fromEntries(names.map((name) => [name, 1]));
  const found = await documentsCollection(db)
    .find<Pick<IndexedDocument, K | '_id'>>({ _id: { $in: [...keys] } }, { ...options, projection })
    .toArray();
  return new Map(found.map((document) => [document._id, document]));
};

/** How many words a process remembers that a dictionary has; then it forgets them. */
const maxKnownWords = 200_000;

/** Of how many dictionaries it remembers words. */
const maxKnownDictionaries = 4;

/** By the state of a dictionary: a sweep may have removed words, perhaps in another process. */
const knownDictionaries: (db: Db) => LruCache<Set<string>> = memoize(() => new LruCache(maxKnownDictionaries));

const knownOf = (db: Db, index: StoredIndex): Set<string> => {
  const known = knownDictionaries(db).get(`${memoryKey(index)}${index.sweeps ?? 0}`, () => new Set());
  if (known.size > maxKnownWords) known.clear();
  return known;
};

/**
 * Adds the words that the dictionaries do not have. Only what was read from them is remembered: a transaction may be undone.
 *
 * @returns how many were added to each index
 */
const addWords = async (
  { db, options }: Unit,
  changes: readonly IndexChange[],
): Promise<ReadonlyMap<StoredIndex, number>> => {
  const missing = new Map<
    string,
    { readonly index: StoredIndex; readonly row: DictionaryWord; readonly known: Set<string>; readonly word: string }
  >();
  for (const { index, words, terms } of changes) {
    const known = knownOf(db, index);
    for (const word of words) {
      if (known.has(word)) continue;
      const _id = wordKey(index._id, word);
      const stem = terms.of(word);
      missing.set(_id, { index, row: stem === word ? { _id } : { _id, stem }, known, word });
    }
  }
  const added = new Map<StoredIndex, number>();
  if (missing.size === 0) return added;
  const found = await wordsCollection(db)
    .find({ _id: { $in: [...missing.keys()] } }, { ...options, projection: { _id: 1 } })
    .toArray();
  for (const { _id } of found) {
    const word = missing.get(_id);
    word?.known.add(word.word);
    missing.delete(_id);
  }
  if (missing.size > 0)
    await wordsCollection(db).insertMany(
      [...missing.values()].map(({ row }) => row),
      options,
    );
  for (const { index } of missing.values()) added.set(index, (added.get(index) ?? 0) + 1);
  return added;
};

/** Marks ordinals that no document has any more. */
const addRemoved = async ({ db, options }: Unit, index: number, removed: readonly number[]): Promise<void> => {
  for (const _id of new Set(removed.map((ordinal) => removedBlockKey(index, ordinal)))) {
    const ordinals = removed.filter((ordinal) => removedBlockKey(index, ordinal) === _id);
    const before = await postingsCollection(db).findOne({ _id }, options);
    const bits = new Uint8Array(removedPerBlock / 8);
    if (before !== null) bits.set(before.postings.buffer.subarray(0, before.postings.length()));
    for (const ordinal of ordinals) {
      const bit = ordinal % removedPerBlock;
      bits[bit >>> 3] = (bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    }
    await postingsCollection(db).replaceOne({ _id }, { postings: new Binary(bits) }, { ...options, upsert: true });
  }
};

/** An entry in one of the indexes of its partition. */
interface PlacedEntry {
  readonly index: StoredIndex;
  readonly entry: IndexEntry;
}

/** By the keys of their documents: of two entries of one document the last. */
const placeEntries = (
  entries: readonly IndexEntry[],
  indexes: readonly StoredIndex[],
): ReadonlyMap<string, PlacedEntry> =>
  new Map(
    entries.flatMap((entry) =>
      indexes
        .filter((index) => isOfPartition(index, entry.partition))
        .map((index) => [documentKey(index._id, entry.documentId), { index, entry }] as const),
    ),
  );

/**
 * Leaves out documents that all of these indexes have as they should be: without a transaction, and without the stems of their words.
 *
 * @throws MongoError if the database does not answer
 */
export const omitUnchanged = async (
  db: Db,
  entries: readonly IndexEntry[],
  indexes: readonly StoredIndex[],
): Promise<readonly IndexEntry[]> => {
  const placed = placeEntries(entries, indexes);
  if (placed.size === 0) return [];
  const stored = await findDocuments({ db, options: {} }, [...placed.keys()], 'fingerprint');
  const changed = new Set(
    [...placed]
      .filter(([key, { entry }]) => stored.get(key)?.fingerprint !== storedTextOf(entry)?.fingerprint)
      .map(([, { entry }]) => entry),
  );
  return entries.filter((entry) => changed.has(entry));
};

/**
 * Writes documents as they should be into the indexes of their partitions, also into those that are being built. What the
 * index has already does not change, so it may be repeated. Only one process may do it at a time.
 *
 * @param unit a transaction, so that all of it is written or nothing
 * @param only the indexes to write, as the transaction has read them; without it all that follow the documents
 * @throws MongoError if the database refuses it
 */
export const indexEntries = async (
  unit: Unit,
  entries: readonly IndexEntry[],
  only?: readonly StoredIndex[],
): Promise<void> => {
  const { db, options } = unit;
  const indexes = only ?? (await findFollowingIndexes(unit));
  await loadStemmers(indexes.map(({ language }) => language));
  const placed = placeEntries(entries, indexes);
  if (placed.size === 0) return;
  const stored = await findDocuments(unit, [...placed.keys()], 'ordinal', 'fingerprint', 'words');
  const changes = new Changes();
  let count = 0;
  for (const [key, { index, entry }] of placed) {
    changes.set(index, entry, stored.get(key));
    // Requests of this process need not wait for all.
    if (++count % maxAtOnce === 0) await setImmediate();
  }
  if (changes.documents.length === 0) return;
  await documentsCollection(db).bulkWrite(changes.documents, options);
  const added = await addWords(unit, changes.indexes);
  for (const { index, ordinals, postings, removed, lost } of changes.indexes) {
    const { _id } = index;
    const recent = postings.size === 0 ? {} : { recent: await addPostings(unit, index, postings) };
    if (removed.length > 0) await addRemoved(unit, _id, removed);
    const counts = { removed: removed.length, words: added.get(index) ?? 0, lost };
    await indexesCollection(db).updateOne({ _id }, { $set: { ordinals, ...recent }, $inc: counts }, options);
  }
};
