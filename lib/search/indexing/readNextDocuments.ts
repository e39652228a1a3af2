// Reads the documents of a partition in the order of their last changes, from a position on.
import type { Db, Document, Filter, WithId } from 'mongodb';
import type { StoredDocument } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { IndexEntry, Partition, StoredIndex } from '../types.ts';
import { countWords, maxBatchWords } from './batches.ts';
import { entryOf, indexedFields } from './readEntries.ts';

/** How many documents are read at most. */
const maxDocuments = 2_000;

/** How many of them MongoDB returns at a time, if they are short: it returns at most 16 MB. */
const batchSize = 50;

/**
 * Reads the next documents of a partition in the order of their last changes: so those with equal scores rank as if they had been
 * followed. Each query has one range of the index on `updatedAt`, which also has the order: MongoDB reads no more than it returns.
 */
async function* readAfter(
  db: Db,
  { type, status, locale }: Partition,
  position: StoredIndex['position'],
): AsyncGenerator<WithId<StoredDocument>> {
  const updatedAt = `${status}.updatedAt`;
  const inPartition = { ...(type.localized ? { locale } : {}), [`${status}.id`]: { $gte: 0 } };
  const read = (range: Filter<Document>) =>
    db
      .collection<StoredDocument>(type.collectionName)
      .find({ ...inPartition, ...range }, { projection: indexedFields(type, [status]), batchSize })
      .sort({ [updatedAt]: 1, _id: 1 });
  if (position === undefined) {
    yield* read({});
    return;
  }
  yield* read({ [updatedAt]: position.at, _id: { $gt: position._id } });
  yield* read({ [updatedAt]: { $gt: position.at } });
}

/** What follows in a partition. */
export interface NextDocuments {
  readonly entries: readonly IndexEntry[];
  /** The last document. */
  readonly position: StoredIndex['position'];
  readonly isLast: boolean;
}

/** Reads the next documents of a partition that are not yet in an index: as many as one transaction can write. */
export const readNextDocuments = async (
  db: Db,
  { schema }: Pick<Service, 'schema'>,
  partition: Partition,
  index: StoredIndex,
): Promise<NextDocuments> => {
  const { type, status } = partition;
  const entries: IndexEntry[] = [];
  let { position } = index;
  let [documents, words] = [0, 0];
  for await (const document of readAfter(db, partition, position)) {
    const { _id, [status]: version } = document;
    // It has the version, because the query has a condition on it.
    if (version !== undefined) position = { at: version.updatedAt, _id };
    const entry = entryOf(schema, type, status, document, index.language);
    if (entry !== undefined) {
      entries.push(entry);
      words += countWords(entry);
    }
    if (++documents === maxDocuments || words >= maxBatchWords) return { entries, position, isLast: false };
  }
  return { entries, position, isLast: true };
};
