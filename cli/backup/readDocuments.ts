// Reads documents as MongoDB stores them, so that no value changes its type, and which of them change.
import {
  BSON,
  MongoServerError,
  type ChangeStream,
  type Collection,
  type Db,
  type FindOptions,
  type Timestamp,
} from 'mongodb';

/** The documents of one entry; a tar file needs the size of each entry first. */
const maxEntryBytes = 4_000_000;

/** How many documents are read at a time. */
const batchSize = 1_000;

export const idOf = (document: Uint8Array): unknown =>
  BSON.deserialize(document, { promoteValues: false })._id as unknown;

/** @yields documents with about four megabytes together */
export async function* readDocuments(
  collection: Collection,
  filter: object,
  options: FindOptions,
): AsyncGenerator<readonly Uint8Array[], undefined> {
  let [documents, bytes]: [Uint8Array[], number] = [[], 0];
  for await (const document of collection.find(filter, {
    ...options,
    batchSize,
    raw: true,
  }) as unknown as AsyncIterable<Buffer>) {
    documents.push(document);
    bytes += document.length;
    if (bytes <= maxEntryBytes) continue;
    yield documents;
    [documents, bytes] = [[], 0];
  }
  if (documents.length > 0) yield documents;
  return undefined;
}

/** @param after the `_id` of the last document that was read; undefined: none was. Each document is read as it is then */
export const readAfter = (collection: Collection, after: unknown): ReturnType<typeof readDocuments> =>
  // A bound, because `$gt` leaves out each `_id` of another type.
  readDocuments(collection, after === undefined ? {} : { _id: { $ne: after } }, {
    ...{ hint: { _id: 1 }, readConcern: 'majority' },
    ...(after === undefined ? {} : { min: { _id: after } }),
  });

/** The time of the last write that no election takes back. */
export const readCommittedTime = async (db: Db): Promise<Timestamp> => {
  const { lastWrite } = await db.command({ hello: 1 });
  return (lastWrite as { readonly majorityOpTime: { readonly ts: Timestamp } }).majorityOpTime.ts; // a replica set has one
};

/** Ends a backup that cannot continue. */
export class LostBackup extends Error {
  constructor(cause?: unknown) {
    super(
      'Collections changed during the backup, or MongoDB has forgotten what changed since it began: start it again, with a larger ' +
        'oplog, or use mongodump --oplog',
      { cause },
    );
  }
}

/** MongoDB's codes for a moment that it has forgotten, one whose collections have changed, and changes that it has forgotten. */
const lostCodes: readonly unknown[] = [239, 246, 286];

/** @returns what explains the error of a read of a moment or of changes */
export const explainLost = (error: unknown): unknown =>
  error instanceof MongoServerError && lostCodes.includes(error.code) ? new LostBackup(error) : error;

/**
 * @param stream waits for each change for a short time
 * @param until where it ends, with the first change after it; others may write all the time
 * @yields the `_id` of up to a thousand changed documents, by collection; those that changed again may come again
 * @throws LostBackup if a collection was dropped or renamed
 */
export async function* readChanges(
  stream: ChangeStream,
  until: Timestamp,
): AsyncGenerator<ReadonlyMap<string, readonly unknown[]>> {
  let [found, count] = [new Map<string, unknown[]>(), 0];
  for (let isLast = false; !isLast;) {
    const event = await stream.tryNext();
    if (event === null) break;
    if (!('documentKey' in event)) throw new LostBackup();
    const ids = found.get(event.ns.coll) ?? [];
    ids.push(event.documentKey._id);
    found.set(event.ns.coll, ids);
    isLast = event.clusterTime?.greaterThan(until) === true;
    if (++count < batchSize) continue;
    yield found;
    [found, count] = [new Map<string, unknown[]>(), 0];
  }
  if (count > 0) yield found;
}
