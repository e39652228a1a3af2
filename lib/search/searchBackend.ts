// What keeps the index of all partitions and searches in it: MongoDB itself, Atlas Search or Meilisearch.
//
// Which index a partition has, and whether it is being built, is always in `lectern_search_indexes` of MongoDB. A backend
// keeps the documents of an index under its number. So one update there switches a partition to a new index, and all
// backends are built, replaced and removed by the same steps.
import type { Db } from 'mongodb';
import type { Transaction } from '../platform/db/index.ts';
import type { FindOptions, PartitionSearch, StemOf } from './mongodb/index.ts';
import type { IndexEntry, Matches } from './types.ts';

export interface SearchBackend {
  /**
   * Finds the documents that match a search in each of its partitions. A partition whose index is not yet built has none.
   *
   * @throws MongoError when the database does not answer; ApiError 503 when another server does not
   */
  readonly findMatches: (db: Db, searches: readonly PartitionSearch[], options?: FindOptions) => Promise<Matches>;
  /**
   * Writes documents as they should be into the indexes of their partitions, also into those that are being built. It may be
   * repeated. Only one process may do it at a time.
   *
   * @param unit a transaction, so that all of it is written or nothing
   */
  readonly indexEntries: (
    unit: Pick<Transaction, 'db' | 'options'>,
    entries: readonly IndexEntry[],
    stemOf: StemOf,
  ) => Promise<void>;
  /**
   * Sends what `indexEntries` left for another server. What that server does not accept now is sent later: this never
   * throws because of it.
   *
   * @param mayCall whether this process may still send: only one may at a time
   */
  readonly sendWaiting: (db: Db, mayCall: () => boolean) => Promise<void>;
  /** Whether a search finds all that its build wrote into an index, which is complete: only then it may replace another. */
  readonly isCurrent: (db: Db, index: number) => Promise<boolean>;
  /** Removes an index that no search reads; may be repeated. */
  readonly removeIndex: (db: Db, index: number) => Promise<void>;
}
