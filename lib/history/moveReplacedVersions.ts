// Moves the versions that writes replaced from the outbox of documents to the history, before the relay removes their events.
import type { Db, ObjectId } from 'mongodb';
import { memoize } from '../memoize.ts';
import type { StoredDocument } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import type { ContentType, Schema } from '../schema/index.ts';
import { storeDefinitions, storeVersions, type VersionToStore } from '../write/documents/index.ts';
import { removeVersions, removeSurplus } from './retention.ts';

/** A document whose outbox has replaced versions, or had them before its history was deleted for good. */
export interface DocumentWithReplaced {
  readonly _id: ObjectId;
  readonly type: ContentType;
}

/** The most versions, and about the most bytes, that one command stores. */
const maxBatch = { versions: 500, bytes: 8_000_000 };

/** Removes the versions of documents whose history was deleted for good while they were being moved. */
const removeForgotten = async (db: Db, type: ContentType, ids: readonly ObjectId[]): Promise<void> => {
  const found = db
    .collection<StoredDocument>(type.collectionName)
    .find(
      { _id: { $in: [...ids] }, forgottenBefore: { $exists: true } },
      { projection: { documentId: 1, locale: 1, forgottenBefore: 1 } },
    );
  for await (const { documentId, locale, forgottenBefore = 0 } of found)
    await removeVersions(
      { db, options: {} },
      { type: type.uid, documentId, locale, revision: { $lt: forgottenBefore } },
    );
};

const storedDefinitions: (db: Db) => WeakSet<ContentType> = memoize(() => new WeakSet());

/** Stores the definitions of types, once in a process. */
const storeMissingDefinitions = async (db: Db, schema: Schema, types: readonly ContentType[]): Promise<void> => {
  const stored = storedDefinitions(db);
  const missing = types.filter((type) => !stored.has(type));
  if (missing.length > 0) await storeDefinitions(db, schema, missing);
  for (const type of missing) stored.add(type);
};

/**
 * Stores the replaced versions of documents. It removes nothing from the documents and may be repeated: a process that dies
 * between this and the removal of the events loses and doubles nothing.
 *
 * @throws MongoError when the database does not answer
 */
export const moveReplacedVersions = async (
  service: Service,
  documents: readonly DocumentWithReplaced[],
): Promise<void> => {
  const { database, schema } = service;
  const db = await database.get();
  let batch: VersionToStore[] = [];
  let bytes = 0;
  const types = [...new Set(documents.map((one) => one.type))];
  // Where no command has prepared the database for these types.
  await storeMissingDefinitions(db, schema, types);
  const flush = async (): Promise<void> => {
    await storeVersions({ db, options: {} }, schema, batch);
    await removeSurplus(service, db, batch);
    [batch, bytes] = [[], 0];
  };
  const idsOf = (type: ContentType): ObjectId[] => documents.filter((one) => one.type === type).map(({ _id }) => _id);
  for (const type of types) {
    const found = db
      .collection<StoredDocument>(type.collectionName)
      .find(
        { _id: { $in: idsOf(type) } },
        { projection: { documentId: 1, locale: 1, 'pending.replaced': 1 }, batchSize: 20, useBigInt64: true },
      );
    for await (const { documentId, locale, pending = [] } of found)
      for (const { replaced: version } of pending) {
        if (version === undefined) continue;
        batch.push({ type, documentId, locale, version });
        bytes += version.bytes;
        if (batch.length >= maxBatch.versions || bytes >= maxBatch.bytes) await flush();
      }
  }
  await flush();
  for (const type of types) await removeForgotten(db, type, idsOf(type));
};
