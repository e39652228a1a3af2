// Reads and removes the pending events of documents (the outbox).
import type { Collection, Db, ObjectId } from 'mongodb';
import { removedVersionOf, type OutboxEvent, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import { isContent, type ContentType, type Schema } from '../../schema/index.ts';

/** A document with pending events. The removed versions are not loaded, because they may be large. */
export interface PendingDocument extends Pick<StoredDocument, 'documentId' | 'locale' | 'revision'> {
  readonly _id: ObjectId;
  readonly type: ContentType;
  /** The first pending events, in order. */
  readonly events: readonly Omit<OutboxEvent, 'removedVersion' | 'replaced' | 'gone'>[];
  /** Whether its events hold versions that writes replaced, or did before its history was deleted for good. */
  readonly hasVersions: boolean;
}

/** How many events of one document are read at a time. */
const maxEvents = 200;

const projection = {
  ...{ documentId: 1, locale: 1, revision: 1, forgottenBefore: 1 },
  ...{ 'pending.id': 1, 'pending.action': 1, 'pending.at': 1, 'pending.depth': 1, 'pending.stages': 1 },
  ...{ 'pending.audit': 1, 'pending.set': 1, 'pending.replaced.id': 1 },
};

const documentsOf = (db: Db, { collectionName }: ContentType): Collection<StoredDocument> =>
  db.collection(collectionName);

/** The condition of their index. */
const pendingFilter = { 'pending.0.at': { $gt: new Date(0) } };

/**
 * Counts the documents of a type that have pending events.
 *
 * @param most so many are counted
 * @returns also when the longest-waiting event happened
 */
export const countPending = async (
  db: Db,
  type: ContentType,
  most: number,
): Promise<{ readonly count: number; readonly oldestAt: Date | undefined }> => {
  const documents = documentsOf(db, type);
  const oldest = await documents.findOne(pendingFilter, {
    ...{ projection: { 'pending.at': 1 }, sort: { 'pending.0.at': 1 } },
  });
  if (oldest === null) return { count: 0, oldestAt: undefined };
  return { count: await documents.countDocuments(pendingFilter, { limit: most }), oldestAt: oldest.pending?.[0]?.at };
};

const findPendingOfType = async (db: Db, type: ContentType, most: number): Promise<readonly PendingDocument[]> => {
  const found = await documentsOf(db, type)
    .find(pendingFilter, { projection })
    .sort({ 'pending.0.at': 1 })
    .limit(most)
    .toArray();
  return found.map(({ pending = [], forgottenBefore, ...document }) => ({
    ...{ ...document, type },
    events: pending.slice(0, maxEvents),
    hasVersions: forgottenBefore !== undefined || pending.some(({ replaced }) => replaced !== undefined),
  }));
};

/**
 * Finds documents with pending events, the longest-waiting first.
 *
 * @param most the maximum number of documents of each type
 */
export const findPendingDocuments = async (
  db: Db,
  { types }: Schema,
  most: number,
): Promise<readonly PendingDocument[]> => {
  const contentTypes = [...types.values()].filter(isContent);
  return (await Promise.all(contentTypes.map((type) => findPendingOfType(db, type, most)))).flat();
};

/** Whether `findPendingDocuments` found everything, that is, neither limit was reached. */
export const isComplete = (found: readonly PendingDocument[], most: number): boolean =>
  found.length < most && found.every(({ events }) => events.length < maxEvents);

/** The events of a document from this one on that removed a version. */
export const removedVersionsSince = async (
  db: Db,
  { type, _id }: PendingDocument,
  { id }: Pick<OutboxEvent, 'id'>,
): Promise<readonly OutboxEvent[]> => {
  const { pending = [] } = (await documentsOf(db, type).findOne({ _id }, { projection: { pending: 1 } })) ?? {};
  const from = pending.findIndex((event) => event.id.equals(id));
  return from < 0 ? [] : pending.slice(from).filter((event) => removedVersionOf(event) !== undefined);
};

/**
 * The update that removes these events and keeps newer ones. It is not a write of the document, so `revision` stays.
 */
const removeEventsUpdate = (ids: readonly ObjectId[]) => [
  { $set: { pending: { $filter: { input: '$pending', cond: { $not: { $in: ['$$this.id', ids] } } } } } },
  { $set: { pending: { $cond: [{ $eq: ['$pending', []] }, '$$REMOVE', '$pending'] } } },
];

/**
 * Removes events from their documents. A document changes only if these events are still its first ones; so nothing
 * is removed if another process removed them, or the stored list begins with other events.
 *
 * @param options of a transaction, or how long to wait for documents that other transactions hold
 * @returns whether all of the events were removed
 */
export const removeEvents = async (
  db: Db,
  all: readonly PendingDocument[],
  options: Transaction['options'],
): Promise<boolean> => {
  let found = 0;
  for (const type of new Set(all.map((one) => one.type))) {
    const updates = all
      .filter((one) => one.type === type)
      .map(({ _id, events }) => {
        const ids = events.map(({ id }) => id);
        const areFirst = { $expr: { $eq: [{ $slice: ['$pending.id', ids.length] }, ids] } };
        return { updateOne: { filter: { _id, ...areFirst }, update: removeEventsUpdate(ids) } };
      });
    const { matchedCount } = await documentsOf(db, type).bulkWrite(updates, {
      ...options,
      ordered: options.session !== undefined,
    });
    found += matchedCount;
  }
  return found === all.length;
};
