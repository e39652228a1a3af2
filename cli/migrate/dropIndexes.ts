// Drops old indexes that conflict with the content types or with new indexes.
import { MongoServerError, type Db } from 'mongodb';
import { indexName, indexState, maxIndexes } from '../../lib/platform/db/index.ts';
import type { IndexKeys, Schema } from '../../lib/schema/index.ts';

const indexNotFound = 27;

/** Drops an index; another server may have dropped it already. */
const dropIndex = async (db: Db, collection: string, name: string): Promise<void> => {
  await db
    .collection(collection)
    .dropIndex(name)
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === indexNotFound)) throw error;
    });
};

/** Drops the unique indexes on published versions: values are unique after the migration, but not during it. */
export const dropUniqueIndexes = async (db: Db, collection: string): Promise<void> => {
  for (const { name = '', key, unique } of await db.collection(collection).indexes())
    if (unique === true && Object.keys(key).some((path) => path.startsWith('published.')))
      await dropIndex(db, collection, name);
};

/**
 * Drops unique indexes that are left over, because they refuse values that the content types allow, and all left-over
 * indexes of a collection that would exceed MongoDB's limit. Other indexes stay, because older servers may use them.
 *
 * @param keepsUnique whether unique ones stay, too: previous servers write beside
 */
export const dropLeftOverIndexes = async (db: Db, schema: Schema, keepsUnique = false): Promise<void> => {
  const { missing, leftOver } = await indexState(db, schema);
  const contentCollections = new Set([...schema.types.values()].map(({ collectionName }) => collectionName));
  for (const name of new Set(leftOver.map(({ collection }) => collection))) {
    if (!contentCollections.has(name)) continue;
    const collection = db.collection(name);
    const existing = await collection.indexes();
    const isFull = existing.length + missing.filter((index) => index.collection === name).length > maxIndexes;
    for (const index of leftOver.filter((one) => one.collection === name)) {
      // Indexes that an operator created have other names.
      const isUnique = existing.some(
        (one) => one.name === index.name && one.unique === true && one.name === indexName(one.key as IndexKeys),
      );
      if (isFull || (isUnique && !keepsUnique)) await dropIndex(db, name, index.name);
    }
  }
};
