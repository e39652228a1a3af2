// Removes the content of deleted documents for good, when somebody asks for it.
import { collections, type StoredDocument, type Transaction } from '../../../platform/db/index.ts';
import type { ContentType } from '../../../schema/index.ts';
import { clearVersions } from '../versions/clearVersions.ts';
import { removedFilter } from './trashFilter.ts';

/**
 * Erases a deleted document: its content in the trash, in the events that wait in its outbox, its comments, and the record
 * of the links to it. The tombstone stays, because clients that synchronise have to learn of the deletion.
 *
 * @param locale null if the type is not localized; undefined: every deleted locale
 * @returns the tombstones as they were
 */
export const eraseRemoved = async (
  unit: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<readonly StoredDocument[]> => {
  const { db, options, lock } = unit;
  lock(type, [documentId]);
  const documents = db.collection<StoredDocument>(type.collectionName);
  const filter = {
    documentId,
    ...(locale === undefined ? {} : { locale }),
    deletedAt: { $exists: true },
    ...removedFilter,
  };
  const tombstones = await documents.find(filter, options).toArray();
  if (tombstones.length === 0) return [];
  const ids = tombstones.map(({ _id }) => _id);
  await documents.updateMany({ _id: { $in: ids } }, { $unset: { removed: 1 }, $inc: { revision: 1 } }, options);
  await clearVersions(unit, type, { _id: { $in: ids } });
  const deletions = tombstones.flatMap(({ removed }) => removed?.deletion ?? []);
  const locales = tombstones.map((one) => one.locale);
  await db
    .collection(collections.comments)
    .deleteMany({ type: type.uid, documentId, locale: { $in: locales } }, options);
  await db.collection(collections.removedLinks).deleteMany({ deletion: { $in: deletions } }, options);
  return tombstones;
};
