// The collections that migrations of the stored format change.
import type { Collection } from 'mongodb';
import type { StoredDocument } from '../../../lib/platform/db/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import type { ContentType, Schema } from '../../../lib/schema/index.ts';
import { deserializeSchema, readRecord } from '../migrationRecord.ts';

/** A type, and the schema that its stored documents fit. */
export interface StoredType {
  readonly schema: Schema;
  readonly type: ContentType;
}

/**
 * The matching types, one for each collection: as the documents still fit them. `migrations/`, which may rename a collection,
 * are applied after the format.
 */
export const storedTypes = async (
  { schema, database }: Service,
  matches: (type: ContentType) => boolean,
): Promise<readonly StoredType[]> => {
  const record = await readRecord(await database.get());
  const schemas = record === undefined ? [schema] : [schema, deserializeSchema(record.schema)];
  const types = schemas.flatMap((one) =>
    [...one.types.values()].filter(matches).map((type) => ({ schema: one, type })),
  );
  return [...new Map(types.map((stored) => [stored.type.collectionName, stored])).values()];
};

/** The collections of matching types. */
export const storedCollections = async (
  service: Service,
  matches: (type: ContentType) => boolean,
): Promise<readonly Collection<StoredDocument>[]> => {
  const db = await service.database.get();
  return (await storedTypes(service, matches)).map(({ type }) => db.collection(type.collectionName));
};
