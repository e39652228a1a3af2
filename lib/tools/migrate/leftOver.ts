// Indexes of before that are in the way of those that are needed now.
import { MongoServerError, type Db } from 'mongodb';
import { indexName, indexState, maxIndexes } from '../../platform/db/index.ts';
import type { IndexKeys, Schema } from '../../schema/index.ts';

const indexNotFound = 27;

/** Another server may have dropped it meanwhile. */
const dropIndex = async (db: Db, collection: string, name: string): Promise<void> => {
  await db
    .collection(collection)
    .dropIndex(name)
    .catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.code === indexNotFound)) throw error;
    });
};

/** What published versions have is unique in the end, and need not be while one document after the other changes. */
export const dropUnique = async (db: Db, collection: string): Promise<void> => {
  for (const { name = '', key, unique } of await db.collection(collection).indexes())
    if (unique === true && Object.keys(key).some((path) => path.startsWith('published.')))
      await dropIndex(db, collection, name);
};

/**
 * A unique index that nobody needs refuses what the content types allow, in one locale what another has; and MongoDB
 * allows so many a collection. All others stay: servers of before may ask for them.
 */
export const dropLeftOver = async (db: Db, schema: Schema): Promise<void> => {
  const { missing, leftOver } = await indexState(db, schema);
  const contents = new Set([...schema.types.values()].map(({ collectionName }) => collectionName));
  for (const name of new Set(leftOver.map(({ collection }) => collection))) {
    if (!contents.has(name)) continue;
    const collection = db.collection(name);
    const existing = await collection.indexes();
    const isFull = existing.length + missing.filter((index) => index.collection === name).length > maxIndexes;
    for (const index of leftOver.filter((one) => one.collection === name)) {
      // One that somebody made for themselves has another name.
      const isUnique = existing.some(
        (one) => one.name === index.name && one.unique === true && one.name === indexName(one.key as IndexKeys),
      );
      if (isFull || isUnique) await dropIndex(db, name, index.name);
    }
  }
};
