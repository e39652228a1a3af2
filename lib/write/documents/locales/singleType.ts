// Keeps a localized single type to one document for all locales, even if two locales are created at once.
import type { ContentType } from '../../../schema/index.ts';
import { WriteConflict } from '../lifecycle/commit.ts';
import type { RelatedUpdate } from '../links/types.ts';
import { collections, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';

/**
 * The revision before the first one of a new document. A single type continues after its deleted documents, so that no
 * two versions have the same ETag.
 */
export const lastRevision = async (
  { db, options }: Transaction,
  { kind, collectionName }: ContentType,
  locale: string | null,
): Promise<number> => {
  if (kind !== 'singleType') return 0;
  const last = await db
    .collection<StoredDocument>(collectionName)
    .findOne({ locale }, { ...options, sort: { revision: -1 }, projection: { revision: 1 } });
  return last?.revision ?? 0;
};

/**
 * Checks that a localized single type has no other document. The unique index is per locale, so concurrent creations
 * write the same counter and wait for each other.
 *
 * @throws WriteConflict when it has another document
 */
export const requireSingle =
  ({ collectionName }: ContentType, documentId: string): RelatedUpdate =>
  async ({ db, options }) => {
    await db
      .collection<{ _id: string }>(collections.sequences)
      .updateOne({ _id: `${collectionName} made` }, { $inc: { last: 1 } }, { ...options, upsert: true });
    const other = { single: true as const, documentId: { $ne: documentId } };
    if ((await db.collection<StoredDocument>(collectionName).findOne(other, options)) !== null)
      throw new WriteConflict();
  };
