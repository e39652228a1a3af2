// Deletes all documents of a database and leaves its collections and indexes.
import type { Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';

/** It names the schema and the format of the documents, which stay the same. */
const kept: readonly string[] = [collections.schema];

export const emptyDatabase = async (db: Db): Promise<void> => {
  const found = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  await Promise.all(
    found.filter(({ name }) => !kept.includes(name)).map(({ name }) => db.collection(name).deleteMany()),
  );
};
