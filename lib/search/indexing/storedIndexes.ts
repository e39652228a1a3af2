// The stored indexes of all partitions, of every backend.
import type { Collection, Db } from 'mongodb';
import { collections, type Transaction } from '../../platform/db/index.ts';
import type { Partition, StoredIndex } from '../types.ts';

/** @returns all indexes */
export const indexesCollection = (db: Db): Collection<StoredIndex> => db.collection(collections.searchIndexes);

/** The indexes that follow the documents. */
export const findFollowingIndexes = ({
  db,
  options,
}: Pick<Transaction, 'db' | 'options'>): Promise<readonly StoredIndex[]> =>
  indexesCollection(db)
    .find({ state: { $in: ['building', 'used'] } }, options)
    .toArray();

/** Whether an index is one of a partition. */
export const isOfPartition = (
  { type, status, locale }: Pick<StoredIndex, 'type' | 'status' | 'locale'>,
  partition: Partition,
): boolean => type === partition.type.uid && status === partition.status && locale === partition.locale;
