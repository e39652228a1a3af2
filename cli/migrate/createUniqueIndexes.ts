// Creates the unique indexes of an attribute.
import type { Db } from 'mongodb';
import { requiredIndexes } from '../../lib/platform/db/index.ts';
import type { Schema } from '../../lib/schema/index.ts';

export const createUniqueIndexes = async (db: Db, schema: Schema, collection: string, name: string): Promise<void> => {
  const wanted = requiredIndexes(schema).filter(
    ({ key, options, collection: of }) =>
      of === collection &&
      options.unique === true &&
      [`draft.${name}`, `published.${name}`].some((path) => path in key),
  );
  const descriptions = wanted.map(({ key, options }) => ({ key: { ...key }, ...options }));
  if (descriptions.length > 0) await db.collection(collection).createIndexes(descriptions);
};
