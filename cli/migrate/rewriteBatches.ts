// Rewrites documents of a collection, which others may change in between.
import { MongoBulkWriteError, type Db, type WithId } from 'mongodb';
import { isDuplicateKey, isTooLarge, type Database, type StoredDocument } from '../../lib/platform/db/index.ts';
import { prepareWrites, type DocumentId, type DocumentWrite, type Rewrite } from './prepareWrites.ts';
import { readBatch } from './readBatch.ts';
import { rewriteInTransaction } from './rewriteInTransaction.ts';

/** The result of one batch: where the next one begins, and how many documents changed. */
export interface BatchResult {
  readonly after: unknown;
  readonly changed: number;
}

/** With the first document that MongoDB refused. */
const tooLargeError = (cause: Error, writes: readonly DocumentWrite[], { collection }: Rewrite): Error => {
  const [first] = cause instanceof MongoBulkWriteError ? [cause.writeErrors].flat() : [];
  const id = writes[first?.index ?? 0]?.after.documentId ?? '';
  return new Error(
    `${id} of ${collection} would have more than 16 MB. A migration beside servers of before needs room for values under both ` +
      'names: take it back with `lectern types migrate --undo`, and run `lectern types migrate` while nobody writes',
    { cause },
  );
};

/** @returns how many documents changed; those that had to and were not; and whether a unique index refused one */
const rewriteDocuments = async (
  db: Db,
  documents: readonly WithId<StoredDocument>[],
  rewrite: Rewrite,
): Promise<{ readonly changed: number; readonly ids: readonly DocumentId[]; readonly isRefused: boolean }> => {
  const writes = await prepareWrites({ db, options: {} }, documents, rewrite);
  if (writes.length === 0) return { changed: 0, ids: [], isRefused: false };
  let isRefused = false;
  const { matchedCount } = await db
    .collection(rewrite.collection)
    .bulkWrite(
      writes.map(({ filter, update }) => ({ updateOne: { filter, update } })),
      { ordered: false },
    )
    .catch((error: unknown) => {
      if (isTooLarge(error)) throw tooLargeError(error, writes, rewrite);
      if (!(error instanceof MongoBulkWriteError && isDuplicateKey(error))) throw error;
      isRefused = true;
      return error;
    });
  return { changed: matchedCount, ids: writes.map(({ filter }) => filter._id), isRefused };
};

/**
 * Rewrites one document, which others may change in between.
 *
 * @param isWanted looks at the document as it is now
 * @returns how many documents changed
 * @throws UniqueCollision if another document has the unique value that this one would have, and keeps it
 */
export const rewriteStored = async (
  database: Database,
  _id: DocumentId,
  rewrite: Rewrite,
  isWanted: (document: StoredDocument) => boolean = () => true,
): Promise<number> => {
  const db = await database.get();
  for (;;) {
    const document = await db.collection<StoredDocument>(rewrite.collection).findOne({ _id }, { useBigInt64: true });
    if (document === null || !isWanted(document)) return 0;
    const { changed, ids, isRefused } = await rewriteDocuments(db, [document], rewrite);
    if (isRefused) return rewriteInTransaction(database, _id, rewrite);
    if (changed === ids.length) return changed;
  }
};

/**
 * Changes one batch per call. Where others change its documents in between, or hand on unique values, it reads each once more: the
 * whole batch would never be done beside servers that go on writing old names.
 *
 * @param onCollision called for documents that would have the same unique value, and stay as they are
 */
export const rewriteBatches =
  (
    database: Database,
    rewrite: Rewrite,
    onCollision: (error: unknown) => number = (error) => {
      throw error;
    },
  ) =>
  async (after: unknown): Promise<BatchResult | undefined> => {
    const db = await database.get();
    const batch = await readBatch(db, rewrite.collection, after);
    if (batch === undefined) return undefined;
    const { changed, ids } = await rewriteDocuments(db, batch.documents, rewrite);
    let later = 0;
    if (changed < ids.length)
      for (const _id of ids) later += await rewriteStored(database, _id, rewrite).catch(onCollision);
    return { after: batch.after, changed: changed + later };
  };
