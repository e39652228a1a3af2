// Inserts documents that may exist already.
import type { AnyBulkWriteOperation, BulkWriteOptions, Collection } from 'mongodb';

/**
 * Inserts documents with an `_id`, in order. One that exists already stays as it is, so that this can be repeated, also in a
 * transaction, which an ordinary insert would end.
 *
 * @throws MongoError when the database does not answer
 */
export const insertMissing = async <T extends { readonly _id: unknown }>(
  collection: Collection<T>,
  documents: readonly T[],
  options: BulkWriteOptions,
): Promise<void> => {
  if (documents.length === 0) return;
  const inserts = documents.map(({ _id, ...$setOnInsert }) => ({
    updateOne: { filter: { _id }, update: { $setOnInsert }, upsert: true },
  }));
  // The cast is safe: the types of the driver do not follow a generic document.
  await collection.bulkWrite(inserts as unknown as readonly AnyBulkWriteOperation<T>[], options);
};
