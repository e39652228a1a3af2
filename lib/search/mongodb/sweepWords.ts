// Removes words from the dictionary of an index that no document has any more, and their postings.
import type { UpdateFilter } from 'mongodb';
import { documentIdOf, indexesCollection, indexRange } from '../indexing/index.ts';
import type { SearchBackend } from '../searchBackend.ts';
import type { StoredIndex } from '../types.ts';
import { mergeSomeRecent } from './addPostings.ts';
import { bucketKey, findPacked, replaceBlocks, type Unit } from './buckets.ts';
import { packTerms, type PackedBlock } from './packedTerms.ts';
import { decodePostings, newPostingList, type TermPostings } from './postings.ts';
import { findRemoved, isRemoved, type RemovedBits } from './removedOrdinals.ts';
import { parseBlockKey, postingsCollection, wordKey, wordRange, wordsCollection } from './storedIndex.ts';

/** Fewer words do not matter. */
const minLost = 1_000;

/** How many words a step looks at. */
const maxWords = 1_000;

/** Whether an index may have many words of no document: a quarter of its dictionary, so sweeps cost little of what writes do. */
const needsSweep = ({ words = 0, lost = 0, swept }: StoredIndex): boolean =>
  swept !== undefined || (lost >= minLost && lost * 4 > words);

const isLive = ({ bytes }: TermPostings, removed: RemovedBits): boolean => {
  const list = newPostingList();
  decodePostings(Uint8Array.from(bytes), list);
  return list.ordinals.subarray(0, list.length).some((ordinal) => !isRemoved(removed, ordinal));
};

/** Removes the postings of those terms that no document has. @returns these terms */
const removeUnused = async (unit: Unit, index: number, terms: readonly string[]): Promise<ReadonlySet<string>> => {
  const removed = await findRemoved(unit, index);
  const buckets = await findPacked(unit, new Set(terms.map((term) => bucketKey(index, term))));
  const live = new Set<string>();
  for (const bucket of buckets.values())
    for (const [term, postings] of bucket) if (isLive(postings, removed)) live.add(term);
  // Most terms are in their bucket, so the blocks of frequent terms need not be read.
  const rest = terms.filter((term) => !live.has(term));
  if (rest.length === 0) return new Set();
  const blocks = await postingsCollection(unit.db)
    .find({ $or: rest.map((term) => ({ _id: wordRange(index, term) })) }, unit.options)
    .toArray();
  for (const { _id, postings } of blocks) {
    const { word, last } = parseBlockKey(_id);
    const bytes = postings.buffer.subarray(0, postings.length());
    if (!live.has(word) && isLive({ bytes, last }, removed)) live.add(word);
  }
  const unused = new Set(rest.filter((term) => !live.has(term)));
  const replaced = blocks.map(({ _id }) => _id).filter((key) => unused.has(parseBlockKey(key).word));
  const kept: PackedBlock[] = [];
  for (const [key, bucket] of buckets) {
    const left = new Map([...bucket].filter(([term]) => !unused.has(term)));
    if (left.size === bucket.size) continue;
    replaced.push(key);
    if (left.size > 0) kept.push(packTerms(key, left));
  }
  await replaceBlocks(unit, replaced, kept);
  return unused;
};

/**
 * Looks at the next words of an index, and removes those whose term no document has. A form of a word stays as long as
 * a document has another form of it.
 *
 * @param unit a transaction, of the only process that writes the index
 * @throws MongoError when the database does not answer
 */
const sweepWords = async (unit: Unit, index: number): Promise<void> => {
  const { db, options } = unit;
  const indexes = indexesCollection(db);
  const stored = await indexes.findOne({ _id: index }, options);
  if (stored === null) return;
  await mergeSomeRecent(unit, stored, 0);
  const start = stored.swept === undefined ? {} : { $gt: wordKey(index, stored.swept) };
  const rows = await wordsCollection(db)
    .find({ _id: { ...indexRange(index), ...start } }, { ...options, sort: { _id: 1 }, limit: maxWords })
    .toArray();
  const termOf = ({ _id, stem = documentIdOf(_id) }: (typeof rows)[number]): string => stem;
  const unused = await removeUnused(unit, index, [...new Set(rows.map(termOf))]);
  const words = rows.filter((row) => unused.has(termOf(row))).map(({ _id }) => _id);
  if (words.length > 0) await wordsCollection(db).deleteMany({ _id: { $in: words } }, options);
  const last = rows.length === maxWords ? rows.at(-1) : undefined;
  const position: UpdateFilter<StoredIndex> =
    last === undefined ? { $unset: { swept: 1 } } : { $set: { swept: documentIdOf(last._id) } };
  // What documents lose after the first step counts for the next sweep.
  const counted = stored.swept === undefined ? (stored.lost ?? 0) : 0;
  const counts = { words: -words.length, sweeps: words.length > 0 ? 1 : 0, lost: -counted };
  await indexes.updateOne({ _id: index }, { ...position, $inc: counts }, options);
};

/** Does a step of a sweep, if the index needs one. @returns whether it did */
export const sweepSome: SearchBackend['sweepSome'] = async (run, index) => {
  if (!needsSweep(index)) return false;
  await run((unit) => sweepWords(unit, index._id));
  return true;
};
