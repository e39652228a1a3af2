// The collections that migrations of the stored format change.
import type { Collection } from 'mongodb';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import type { ContentType } from '../../../lib/schema/index.ts';
import { deserializeSchema, readRecord } from '../migrationRecord.ts';

/**
 * The collections of matching types, also of the types that the documents still fit: `migrations/`, which may rename a
 * collection, are applied after the format.
 */
export const storedCollections = async (
  { schema, database }: Service,
  matches: (type: ContentType) => boolean,
): Promise<readonly Collection<StoredDocument>[]> => {
  const db = await database.get();
  const record = await readRecord(db);
  const schemas = record === undefined ? [schema] : [schema, deserializeSchema(record.schema)];
  const types = schemas.flatMap((one) => [...one.types.values()]).filter(matches);
  return [...new Set(types.map(({ collectionName }) => collectionName))].map((name) => db.collection(name));
};
