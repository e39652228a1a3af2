// Documents that come to stand in the default locale, where a tombstone of theirs stands already.
import type { Db, WithId } from 'mongodb';
import { inTransaction, type Database, type Stored } from '../../platform/db/index.ts';

const together = 100;

/** Tombstones of the locale whose documents stand in none. */
const inTheWay = async (db: Db, collection: string, locale: string) =>
  db
    .collection<Stored>(collection)
    .aggregate<WithId<Stored>>([
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
      { $limit: together },
    ])
    .toArray();

/**
 * Takes such tombstones away, a hundred at a time; what nobody was told of yet goes on with the document.
 *
 * @returns how many went, or undefined when none are left
 */
export const makeRoom = async (database: Database, collection: string, locale: string): Promise<number | undefined> => {
  const found = await inTheWay(await database.get(), collection, locale);
  if (found.length === 0) return undefined;
  await inTransaction(
    database,
    async ({ db, options }) => {
      const documents = db.collection<Stored>(collection);
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
