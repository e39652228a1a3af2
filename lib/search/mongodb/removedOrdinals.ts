// The ordinals that no document has any more: a bit for each.
import type { Transaction } from '../../platform/db/index.ts';
import { postingsCollection, removedBlockNumber, removedPerBlock, removedWord, wordRange } from './storedIndex.ts';

/** The bits of removed ordinals, by number of their block. */
export type RemovedBits = ReadonlyMap<number, Uint8Array>;

/** Reads the removed ordinals of an index as they are now. @throws MongoError when the database does not answer */
export const findRemoved = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  index: number,
): Promise<RemovedBits> => {
  const found = await postingsCollection(db)
    .find({ _id: wordRange(index, removedWord) }, { ...options, projection: { postings: 1 } })
    .toArray();
  return new Map(found.map(({ _id, postings }) => [removedBlockNumber(_id), Uint8Array.from(postings.value())]));
};

export const isRemoved = (removed: RemovedBits, ordinal: number): boolean => {
  if (removed.size === 0) return false;
  const bit = ordinal % removedPerBlock;
  const bits = removed.get(Math.floor(ordinal / removedPerBlock));
  return bits !== undefined && (((bits[bit >>> 3] ?? 0) >>> (bit & 7)) & 1) === 1;
};
