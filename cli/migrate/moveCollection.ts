// Moves the documents of a type to another collection, and drops collections.
import { MongoServerError, type Db } from 'mongodb';
import { changeTimeUpdate } from '../../lib/write/documents/index.ts';
import { collections, inTransaction, type Database, type StoredDocument } from '../../lib/platform/db/index.ts';

const batchSize = 100;

interface Sequence {
  readonly _id: string;
  readonly last: number;
}

/** Copies the id counter, so that new ids continue after the existing ones. */
const moveSequence = async (db: Db, from: string, to: string): Promise<void> => {
  const sequences = db.collection<Sequence>(collections.sequences);
  const last = (await sequences.findOne({ _id: from }))?.last;
  if (last !== undefined) await sequences.updateOne({ _id: to }, { $max: { last } }, { upsert: true });
};

/**
 * Renames the collection if the other one has no documents; else moves a hundred documents per call.
 *
 * @returns the number of moved documents; undefined if none are left
 */
export const moveCollection = async (database: Database, from: string, to: string): Promise<number | undefined> => {
  const db = await database.get();
  const existing = new Set((await db.listCollections({ name: { $in: [from, to] } }).toArray()).map(({ name }) => name));
  if (!existing.has(from)) return undefined;
  await moveSequence(db, from, to);
  if ((await db.collection(to).findOne({})) === null) {
    const count = await db.collection(from).countDocuments();
    await db.renameCollection(from, to, { dropTarget: existing.has(to) });
    return count;
  }
  const moved = await inTransaction(
    database,
    async ({ db: transactionDb, options }) => {
      const documents = await transactionDb
        .collection<StoredDocument>(from)
        .find({}, { ...options, promoteLongs: false, promoteValues: false })
        .limit(batchSize)
        .toArray();
      if (documents.length === 0) return 0;
      const ids = documents.map(({ _id }) => _id);
      await transactionDb.collection<StoredDocument>(to).insertMany(documents, options);
      // Clients that sync do not know these documents in their new collection yet.
      await transactionDb
        .collection<StoredDocument>(to)
        .updateMany({ _id: { $in: ids }, changed: { $exists: true } }, changeTimeUpdate, options);
      await transactionDb.collection<StoredDocument>(from).deleteMany({ _id: { $in: ids } }, options);
      return documents.length;
    },
    { deadline: Infinity },
  );
  if (moved > 0) return moved;
  await db.collection(from).drop();
  return undefined;
};

const namespaceNotFound = 26;

/** Drops the collection if it exists. */
export const dropCollection = async (db: Db, name: string): Promise<void> => {
  await db
    .collection(name)
    .drop()
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === namespaceNotFound)) throw error;
    });
};
