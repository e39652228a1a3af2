// Writes documents into the indexes of their partitions.
import { createHash } from 'node:crypto';
import { Binary, type AnyBulkWriteOperation, type Db } from 'mongodb';
import type { Transaction } from '../../platform/db/index.ts';
import { LruCache } from '../../platform/lruCache.ts';
import { documentKey, findFollowingIndexes, indexesCollection, isOfPartition } from '../indexing/index.ts';
import { loadStemmers, stemOf } from '../text/index.ts';
import type { AttributeText, IndexEntry, StoredIndex } from '../types.ts';
import { encodePostings, weightOf, type Posting, type TermOf } from './postings.ts';
import {
  closedBlockKey,
  documentsCollection,
  openBlockKey,
  postingsCollection,
  removedBlockKey,
  removedPerBlock,
  wordKey,
  wordsCollection,
  type Block,
  type DictionaryWord,
  type IndexedDocument,
} from './storedIndex.ts';

/** An open block of more bytes is closed, so that a write never stores many bytes again. */
const maxOpenBytes = 4_096;

type Unit = Pick<Transaction, 'db' | 'options'>;

const beginsAttribute = ' | ';

/** The words of a document as a text in which a phrase is searched, with a space around each word. */
const joinWords = (text: readonly AttributeText[]): string =>
  ` ${text.map(({ words }) => words.join(' ')).join(beginsAttribute)} `;

const fingerprintOf = (words: string, weights: ReadonlyMap<string, number>): string =>
  createHash('sha1').update(words).update(Uint8Array.from(weights.values())).digest('base64');

/** Under which terms an index has its postings. It remembers them, because a batch has most words many times. */
const newTermOf = ({ language }: StoredIndex): TermOf => {
  const terms = new Map<string, string>();
  return (word) => {
    const known = terms.get(word);
    if (known !== undefined) return known;
    const term = stemOf(word, language) ?? word;
    terms.set(word, term);
    return term;
  };
};

/** What a batch changes in an index. */
interface IndexChange {
  ordinals: number;
  readonly removed: number[];
}

/** What a batch changes in all indexes. */
class Changes {
  readonly documents: AnyBulkWriteOperation<IndexedDocument>[] = [];
  readonly indexes = new Map<StoredIndex, IndexChange>();
  /** By index and term, in ascending order of the ordinals. */
  readonly postings = new Map<StoredIndex, Map<string, Posting[]>>();
  /** The words of the documents, by index. */
  readonly words = new Map<StoredIndex, Set<string>>();
  private readonly terms = new Map<StoredIndex, TermOf>();

  indexChange(index: StoredIndex): IndexChange {
    const change = this.indexes.get(index) ?? { ordinals: index.ordinals, removed: [] };
    this.indexes.set(index, change);
    return change;
  }

  termOf(index: StoredIndex): TermOf {
    const termOf = this.terms.get(index) ?? newTermOf(index);
    this.terms.set(index, termOf);
    return termOf;
  }

  /** Replaces what the index has of a document. */
  set(index: StoredIndex, documentId: string, text: IndexEntry['text'], before: IndexedDocument | undefined): void {
    const weights =
      text === undefined || text.length === 0 ? new Map<string, number>() : weightOf(text, this.termOf(index));
    const _id = documentKey(index._id, documentId);
    if (weights.size === 0) {
      if (before === undefined) return;
      this.documents.push({ deleteOne: { filter: { _id } } });
      this.indexChange(index).removed.push(before.ordinal);
      return;
    }
    const words = joinWords(text ?? []);
    const fingerprint = fingerprintOf(words, weights);
    if (before?.fingerprint === fingerprint) return;
    const change = this.indexChange(index);
    if (before !== undefined) change.removed.push(before.ordinal);
    const ordinal = ++change.ordinals;
    const document = { index: index._id, ordinal, words, fingerprint };
    this.documents.push({ replaceOne: { filter: { _id }, replacement: document, upsert: true } });
    this.addPostings(index, ordinal, weights);
    const ofIndex = this.words.get(index) ?? new Set();
    this.words.set(index, ofIndex);
    for (const attribute of text ?? []) for (const word of attribute.words) ofIndex.add(word);
  }

  private addPostings(index: StoredIndex, ordinal: number, weights: ReadonlyMap<string, number>): void {
    const byWord = this.postings.get(index) ?? new Map<string, Posting[]>();
    this.postings.set(index, byWord);
    for (const [word, weight] of weights) {
      const postings = byWord.get(word);
      if (postings === undefined) byWord.set(word, [{ ordinal, weight }]);
      else postings.push({ ordinal, weight });
    }
  }
}

const findDocuments = async (
  { db, options }: Unit,
  keys: readonly string[],
): Promise<ReadonlyMap<string, IndexedDocument>> => {
  const found = await documentsCollection(db)
    .find({ _id: { $in: [...keys] } }, { ...options, projection: { ordinal: 1, fingerprint: 1 } })
    .toArray();
  return new Map(found.map((document) => [document._id, document]));
};

/** How many words a process remembers that the dictionaries have. */
const maxKnownWords = 200_000;

const knownWords = new WeakMap<Db, LruCache<true>>();

/** Adds the words that the dictionary does not have. Only what was read from it is remembered: a transaction may be undone. */
const addWords = async (
  { db, options }: Unit,
  index: StoredIndex,
  words: ReadonlySet<string>,
  termOf: TermOf,
): Promise<void> => {
  const known = knownWords.get(db) ?? new LruCache<true>(maxKnownWords);
  knownWords.set(db, known);
  const missing = new Map([...words].map((word) => [wordKey(index._id, word), word]));
  for (const key of missing.keys()) {
    if (known.take(key) === undefined) continue;
    known.set(key, true);
    missing.delete(key);
  }
  if (missing.size === 0) return;
  const found = await wordsCollection(db)
    .find({ _id: { $in: [...missing.keys()] } }, { ...options, projection: { _id: 1 } })
    .toArray();
  for (const { _id } of found) {
    known.set(_id, true);
    missing.delete(_id);
  }
  const rows = [...missing].map(([_id, word]): DictionaryWord => {
    const term = termOf(word);
    return term === word ? { _id } : { _id, stem: term };
  });
  if (rows.length > 0) await wordsCollection(db).insertMany(rows, options);
};

/** Adds postings to the open blocks of their words, and closes those that are full. */
const addPostings = async (
  { db, options }: Unit,
  index: StoredIndex,
  postings: ReadonlyMap<string, readonly Posting[]>,
): Promise<void> => {
  const keys = [...postings.keys()].map((word) => openBlockKey(index._id, word));
  const found = await postingsCollection(db)
    .find({ _id: { $in: keys } }, { ...options, promoteBuffers: true })
    .toArray();
  // With `promoteBuffers` the driver returns a Buffer.
  const open = new Map(
    found.map(({ _id, last, postings: bytes }) => [_id, { last, bytes: bytes as unknown as Buffer }]),
  );
  const blocks = [...postings].map(([word, added]): Block => {
    const before = open.get(openBlockKey(index._id, word));
    const last = added.at(-1)?.ordinal ?? 0;
    const encoded = encodePostings(added, before?.last);
    const bytes = before === undefined ? encoded : Buffer.concat([before.bytes, encoded]);
    return bytes.length > maxOpenBytes
      ? { _id: closedBlockKey(index._id, word, last), postings: new Binary(bytes) }
      : { _id: openBlockKey(index._id, word), last, postings: new Binary(bytes) };
  });
  // This takes a quarter less of MongoDB and the driver than updates.
  if (open.size > 0) await postingsCollection(db).deleteMany({ _id: { $in: [...open.keys()] } }, options);
  await postingsCollection(db).insertMany(blocks, options);
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
  const wanted = new Map(
    entries.flatMap((entry) =>
      indexes
        .filter((index) => isOfPartition(index, entry.partition))
        .map((index) => [documentKey(index._id, entry.documentId), { index, entry }] as const),
    ),
  );
  if (wanted.size === 0) return;
  const stored = await findDocuments(unit, [...wanted.keys()]);
  const changes = new Changes();
  for (const [key, { index, entry }] of wanted) changes.set(index, entry.documentId, entry.text, stored.get(key));
  if (changes.documents.length === 0) return;
  await documentsCollection(db).bulkWrite(changes.documents, options);
  for (const [index, postings] of changes.postings) await addPostings(unit, index, postings);
  for (const [index, words] of changes.words) await addWords(unit, index, words, changes.termOf(index));
  for (const [{ _id }, { ordinals, removed }] of changes.indexes) {
    if (removed.length > 0) await addRemoved(unit, _id, removed);
    await indexesCollection(db).updateOne({ _id }, { $set: { ordinals }, $inc: { removed: removed.length } }, options);
  }
};
