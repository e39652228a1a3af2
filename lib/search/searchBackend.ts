// What keeps the index of all partitions and searches in it: MongoDB itself, Atlas Search or Meilisearch.
//
// Which index a partition has, and whether it is being built, is always in `lectern_search_indexes` of MongoDB. A backend
// keeps the documents of an index under its number. So one update there switches a partition to a new index, and all
// backends are built, replaced and removed by the same steps.
import type { Db } from 'mongodb';
import type { Transaction } from '../platform/db/index.ts';
import type { FindOptions, IndexEntry, Matches, PartitionSearch, StoredIndex } from './types.ts';

export interface SearchBackend {
  /**
   * Reads what searches for words with mistakes share. Until a process has read it, that can take seconds: so a search calls it
   * before it takes a place of the reads.
   *
   * @throws MongoError when the database does not answer
   */
  readonly prepareNear: (db: Db, searches: readonly PartitionSearch[]) => Promise<void>;
  /**
   * Finds the documents that match a search in each of its partitions. A partition whose index is not yet built has none.
   *
   * @throws MongoError when the database does not answer; ApiError 503 when another server does not
   */
  readonly findMatches: (db: Db, searches: readonly PartitionSearch[], options?: FindOptions) => Promise<Matches>;
  /**
   * Leaves out documents that all of these indexes have already as they should be, where that costs less than to write them again.
   *
   * @throws MongoError when the database does not answer
   */
  readonly omitUnchanged: (
    db: Db,
    entries: readonly IndexEntry[],
    indexes: readonly StoredIndex[],
  ) => Promise<readonly IndexEntry[]>;
  /**
   * Writes documents as they should be into the indexes of their partitions, also into those that are being built. It may be
   * repeated. Only one process may do it at a time.
   *
   * @param unit a transaction, so that all of it is written or nothing
   * @param only the indexes to write, as the transaction has read them; without it all that follow the documents
   */
  readonly indexEntries: (
    unit: Pick<Transaction, 'db' | 'options'>,
    entries: readonly IndexEntry[],
    only?: readonly StoredIndex[],
  ) => Promise<void>;
  /**
   * Sends what `indexEntries` left for another server. What that server does not accept now is sent later: this never
   * throws because of it.
   *
   * @param mayCall whether this process may still send: only one may at a time
   */
  readonly sendWaiting: (db: Db, mayCall: () => boolean) => Promise<void>;
  /**
   * Whether a search will find all of an index as soon as a transaction has written the rest: only then that transaction may
   * let it replace another.
   *
   * @param isRestEmpty whether the transaction writes no more documents
   */
  readonly isCurrent: (db: Db, index: number, isRestEmpty: boolean) => Promise<boolean>;
  /**
   * Removes some words that no document of an index has any more.
   *
   * @param run runs work in a transaction of the only process that writes the index
   * @returns whether there may be more to do now
   */
  readonly sweepSome: (
    run: (work: (unit: Transaction) => Promise<void>) => Promise<void>,
    index: StoredIndex,
  ) => Promise<boolean>;
  /** Removes some of an index that no search reads; at last the index itself. @returns whether there may be more to do now */
  readonly removeSome: (db: Db, index: number) => Promise<boolean>;
}

/** The part of a backend that searches. */
export type SearchReader = Pick<SearchBackend, 'prepareNear' | 'findMatches'>;
