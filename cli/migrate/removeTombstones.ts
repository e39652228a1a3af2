// Removes tombstones in the default locale of documents that are about to get that locale.
import type { Db, WithId } from 'mongodb';
import { inTransaction, type Database, type StoredDocument } from '../../lib/platform/db/index.ts';

const batchSize = 100;

/** Finds tombstones in the locale whose documents exist without a locale. */
const findBlockingTombstones = async (db: Db, collection: string, locale: string) =>
  db
    .collection<StoredDocument>(collection)
    .aggregate<WithId<StoredDocument>>([
      { $match: { locale, deletedAt: { $exists: true } } },
      {
        $lookup: {
          from: collection,
          let: { id: '$documentId' },
          pipeline: [{ $match: { locale: null, $expr: { $eq: ['$documentId', '$$id'] } } }, { $project: { _id: 1 } }],
          as: 'others',
        },
      },
      { $match: { 'others.0': { $exists: true } } },
      { $limit: batchSize },
    ])
    .toArray();

/**
 * Removes such tombstones, a hundred per call; their undelivered events move to the document.
 *
 * @returns the number of removed tombstones; undefined if none are left
 */
export const removeTombstones = async (
  database: Database,
  collection: string,
  locale: string,
): Promise<number | undefined> => {
  const found = await findBlockingTombstones(await database.get(), collection, locale);
  if (found.length === 0) return undefined;
  await inTransaction(
    database,
    async ({ db, options }) => {
      const documents = db.collection<StoredDocument>(collection);
      for (const { _id, documentId } of found) {
        const tombstone = await documents.findOneAndDelete({ _id, deletedAt: { $exists: true } }, options);
        const { pending = [] } = tombstone ?? {};
        if (pending.length > 0)
          await documents.updateOne(
            { documentId, locale: null },
            { $push: { pending: { $each: pending, $position: 0 } }, $inc: { revision: 1 } } as object,
            options,
          );
      }
    },
    { deadline: Infinity },
  );
  return found.length;
};
