// Buckets have the postings of all terms with the same beginning, and frequent terms have blocks beside them.
import { Binary } from 'mongodb';
import type { Transaction } from '../../platform/db/index.ts';
import { bucketWord, packedBytes, PackedTerms, packTerms, type PackedBlock } from './packedTerms.ts';
import { joinPostings, type TermPostings } from './postings.ts';
import { blockKey, postingsCollection, type Block } from './storedIndex.ts';

export type Unit = Pick<Transaction, 'db' | 'options'>;
export type Postings = ReadonlyMap<string, TermPostings>;

/** The postings of a term that take more are a block of their own, so that a write never stores many bytes again. */
const maxTermBytes = 4_096;

/** The terms of a bucket with more move to blocks of their own, and it begins anew. */
const maxBucketBytes = 32_768;

export const addTo = (postings: Map<string, TermPostings>, term: string, added: TermPostings): void => {
  postings.set(term, joinPostings(postings.get(term), added));
};

export const sizeOf = (postings: Postings): number => {
  let bytes = 0;
  for (const [term, ofTerm] of postings) bytes += packedBytes(term, ofTerm);
  return bytes;
};

/** Reads blocks of many terms. @returns those that exist, by their keys */
export const findPacked = async (
  { db, options }: Unit,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, Map<string, TermPostings>>> => {
  const found = await postingsCollection<PackedBlock>(db)
    .find({ _id: { $in: [...keys].toSorted() } }, options)
    .toArray();
  return new Map(found.map((block) => [block._id, new Map(new PackedTerms(block).read(''))]));
};

export const replaceBlocks = async (
  { db, options }: Unit,
  keys: Iterable<string>,
  blocks: readonly Block[],
): Promise<void> => {
  const replaced = [...keys];
  // This takes a quarter less of MongoDB and the driver than updates.
  if (replaced.length > 0) await postingsCollection(db).deleteMany({ _id: { $in: replaced } }, options);
  if (blocks.length > 0) await postingsCollection(db).insertMany([...blocks], options);
};

/** The key of the bucket of a term. */
export const bucketKey = (index: number, term: string): string => blockKey(index, bucketWord(term));

/** Merges postings into the buckets of their terms. */
export const mergeIntoBuckets = async (unit: Unit, index: number, added: Postings): Promise<void> => {
  const keys = new Set([...added.keys()].map((term) => bucketKey(index, term)));
  const before = await findPacked(unit, keys);
  const buckets = new Map([...keys].map((key) => [key, before.get(key) ?? new Map<string, TermPostings>()]));
  for (const [term, postings] of added) {
    const bucket = buckets.get(bucketKey(index, term));
    if (bucket !== undefined) addTo(bucket, term, postings);
  }
  const blocks: Block[] = [];
  for (const [key, bucket] of buckets) {
    const isFull = sizeOf(bucket) > maxBucketBytes;
    for (const [term, { bytes, last }] of bucket) {
      if (!isFull && bytes.length <= maxTermBytes) continue;
      blocks.push({ _id: blockKey(index, term, last), postings: new Binary(Uint8Array.from(bytes)) });
      bucket.delete(term);
    }
    if (bucket.size > 0) blocks.push(packTerms(key, bucket));
  }
  // In the order of their keys MongoDB writes them faster.
  blocks.sort((first, second) => (first._id < second._id ? -1 : 1));
  await replaceBlocks(unit, before.keys(), blocks);
};
