// Commits a write: as one atomic update, or as a transaction when other documents change with it.
import type { ContentType } from '../../../schema/index.ts';
import type { RelatedUpdate } from '../links/types.ts';
import { withoutReplaced } from '../versions/replacedVersion.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';

/** Another write changed the document after it was read: the write must be computed again. */
export class WriteConflict extends Error {}

/**
 * @param own writes the document itself, and returns it as written
 * @param relatedUpdates the changes of other documents; if there are any, all of them happen with the write, or nothing does
 * @returns the document as stored in the end: a document that links to itself is also changed by `relatedUpdates`
 * @throws WriteConflict when the document has changed since the write was computed
 */
export const commit = async (
  unit: Transaction,
  { collectionName }: ContentType,
  own: (unit: Transaction) => Promise<StoredDocument>,
  relatedUpdates: readonly RelatedUpdate[],
): Promise<StoredDocument> => {
  if (relatedUpdates.length === 0) return own(unit);
  return unit.inTransaction(async (transaction) => {
    const written = await own(transaction);
    for (const update of relatedUpdates) await update(transaction);
    const { documentId, locale } = written;
    const stored = await transaction.db.collection<StoredDocument>(collectionName).findOne(
      { documentId, locale },
      {
        ...transaction.options,
        projection: withoutReplaced,
        useBigInt64: true,
      },
    );
    return stored ?? written;
  });
};
