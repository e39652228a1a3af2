// Adds postings to an index: first to blocks of new ones, from which they are merged into buckets of terms, and of frequent terms into
// blocks of their own.
//
// So a batch writes one document and not one for each of its terms, and a bucket is written again for the terms of many batches.
import { indexesCollection } from '../indexing/index.ts';
import type { RecentBlocks, StoredIndex } from '../types.ts';
import { addTo, findPacked, mergeIntoBuckets, replaceBlocks, sizeOf, type Postings, type Unit } from './buckets.ts';
import { packedBytes, packTerms, recentKey, recentKeys } from './packedTerms.ts';
import type { TermPostings } from './postings.ts';

/** New postings are added to the last block until it has so many. */
const maxLastBytes = 128_000;

/** When the blocks of new postings have more, half of them is merged. Each process that searches has them in memory. */
const maxRecentBytes = 2_000_000;

const noneRecent: RecentBlocks = { generation: 0, count: 0, bytes: 0, lastBytes: 0, next: '' };

/**
 * Merges new postings into the buckets, of a range of terms, so that a large index is not written at once.
 *
 * @param added those that no block has yet
 * @param maxBytes how many bytes of new postings may stay
 */
const mergeRecent = async (
  unit: Unit,
  index: StoredIndex,
  added: Postings,
  maxBytes: number,
): Promise<RecentBlocks> => {
  const { _id, recent = noneRecent } = index;
  const keys = recentKeys(index);
  const all = new Map<string, TermPostings>();
  const blocks = await findPacked(unit, keys);
  for (const key of keys) for (const [term, postings] of blocks.get(key) ?? []) addTo(all, term, postings);
  for (const [term, postings] of added) addTo(all, term, postings);
  const terms = [...all.keys()].toSorted();
  const start = Math.max(
    0,
    terms.findIndex((term) => term >= recent.next),
  );
  const merged = new Map<string, TermPostings>();
  let [bytes, next] = [sizeOf(all), recent.next];
  for (const term of [...terms.slice(start), ...terms.slice(0, start)]) {
    const postings = all.get(term);
    if (bytes <= maxBytes || postings === undefined) {
      next = term;
      break;
    }
    bytes -= packedBytes(term, postings);
    merged.set(term, postings);
    all.delete(term);
  }
  await mergeIntoBuckets(unit, _id, merged);
  const generation = recent.generation + 1;
  await replaceBlocks(unit, keys, all.size === 0 ? [] : [packTerms(recentKey(_id, generation, 0), all)]);
  return { generation, count: all.size === 0 ? 0 : 1, bytes, lastBytes: bytes, next };
};

/**
 * Adds the postings of a batch to an index.
 *
 * @param unit a transaction, of the only process that writes the index
 * @returns the blocks of new postings that the index has then
 */
export const addPostings = async (unit: Unit, index: StoredIndex, added: Postings): Promise<RecentBlocks> => {
  const { recent = noneRecent } = index;
  if (recent.bytes + sizeOf(added) > maxRecentBytes) return mergeRecent(unit, index, added, maxRecentBytes / 2);
  const isOpen = recent.count > 0 && recent.lastBytes < maxLastBytes;
  const count = isOpen ? recent.count : recent.count + 1;
  const key = recentKey(index._id, recent.generation, count - 1);
  const open = isOpen ? await findPacked(unit, [key]) : new Map<string, Map<string, TermPostings>>();
  const postings = open.get(key) ?? new Map<string, TermPostings>();
  for (const [term, ofTerm] of added) addTo(postings, term, ofTerm);
  await replaceBlocks(unit, open.keys(), [packTerms(key, postings)]);
  const lastBytes = sizeOf(postings);
  const bytes = recent.bytes - (isOpen ? recent.lastBytes : 0) + lastBytes;
  return { ...recent, count, bytes, lastBytes };
};

/** Merges new postings of an index until so many bytes are left. */
export const mergeSomeRecent = async (unit: Unit, index: StoredIndex, maxBytes: number): Promise<void> => {
  if (recentKeys(index).length === 0) return;
  const recent = await mergeRecent(unit, index, new Map(), maxBytes);
  await indexesCollection(unit.db).updateOne({ _id: index._id }, { $set: { recent } }, unit.options);
};
