// Indexes of before that are in the way of those that are needed now.
import type { Db } from 'mongodb';
import { indexState, maxIndexes } from '../db/index.ts';
import type { Schema } from '../schema/index.ts';

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
      const isUnique = existing.some((one) => one.name === index.name && one.unique === true);
      if (isFull || isUnique) await collection.dropIndex(index.name);
    }
  }
};
