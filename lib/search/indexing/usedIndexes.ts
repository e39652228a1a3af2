// Which indexes a search reads.
import type { Db } from 'mongodb';
import type { StoredIndex } from '../types.ts';
import { indexesCollection } from './storedIndexes.ts';

/** A process notices what changed within this time. What an index replaced is kept much longer (`keptMs`). */
const cachedMs = 1_000;

/** How long a replaced index is kept for searches that know no other. */
export const keptMs = 60_000;

interface Cached {
  readonly indexes: Promise<readonly StoredIndex[]>;
  readonly until: number;
}

const cache = new WeakMap<Db, Cached>();

/** The indexes in use, at most a second old. */
export const findUsedIndexes = (db: Db): Promise<readonly StoredIndex[]> => {
  const cached = cache.get(db);
  if (cached !== undefined && cached.until > performance.now()) return cached.indexes;
  const indexes = indexesCollection(db).find({ state: 'used' }).toArray();
  cache.set(db, { indexes, until: performance.now() + cachedMs });
  indexes.catch(() => cache.delete(db));
  return indexes;
};

/** Lets the next search of this process see new indexes. */
export const forgetUsedIndexes = (db: Db): void => {
  cache.delete(db);
};
