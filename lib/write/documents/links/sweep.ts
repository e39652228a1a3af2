// Removes links to deleted documents: in the transaction of the deletion when they are few, else after it, in batches.
import {
  livingDocumentFilter,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { ContentType, Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { countDocuments, findLinkingDocuments, removeLinks, type DeletedTarget } from './removeLinks.ts';

/**
 * The number of documents that one transaction changes. Each takes a third of a millisecond and blocks its other
 * writers.
 */
const batchSize = 200;

/** The mark on a tombstone whose links are not yet removed. */
const markOf = ({ locale }: DeletedTarget): true | string => locale ?? true;

const deletedTargetOf = (type: ContentType, documentId: string, mark: true | string): DeletedTarget => ({
  type,
  documentId,
  locale: mark === true ? undefined : mark,
});

/** The filter for the tombstones: of one locale when the document exists in others. */
const tombstoneFilter = ({ type, documentId, locale }: DeletedTarget) => ({
  documentId,
  locale: locale ?? (type.localized ? { $ne: null } : null),
  deletedAt: { $exists: true },
});

/**
 * Each batch is a transaction that also writes the tombstone: if the document was created again, its new links are
 * kept.
 */
const sweep = async (unit: Transaction, schema: Schema, target: DeletedTarget): Promise<void> => {
  const mark = markOf(target);
  for (;;) {
    const swept = await unit.inTransaction(async (transaction) => {
      const documents = transaction.db.collection<StoredDocument>(target.type.collectionName);
      const update = (filter: object, changed: object): Promise<{ readonly matchedCount: number }> =>
        documents.updateMany({ ...tombstoneFilter(target), ...filter }, changed, transaction.options);
      const { matchedCount } = await update({}, { $inc: { revision: 1 } });
      if (matchedCount === 0) return 0;
      const found = await findLinkingDocuments(transaction, target, schema, batchSize);
      await removeLinks(transaction, found, target, schema);
      // A mark for all locales, which another sweep must finish, is kept.
      if (countDocuments(found) < batchSize) await update({ unswept: mark }, { $unset: { unswept: 1 } });
      else await update({ unswept: { $exists: false } }, { $set: { unswept: mark } });
      return countDocuments(found);
    });
    if (swept < batchSize) return;
  }
};

/** Looks for links to the deleted document again, and removes them. */
const sweepRemaining = async ({ database, schema }: Service, target: DeletedTarget): Promise<void> => {
  const unit = await standaloneOperations(database);
  if (countDocuments(await findLinkingDocuments(unit, target, schema, 1)) === 0) return;
  await sweep(unit, schema, target);
};

/**
 * Removes a deleted document from every relation, at the top of documents and in components. While it exists in other
 * locales, only documents in the deleted locale lose their links. If there are many links, the tombstones are marked
 * and the links, which already count as absent, are removed after the deletion. The deletion then looks for links once
 * more. A write that links to a document also checks its target afterwards, so that one of the two sees the other
 * (`save.ts`).
 *
 * @param unit the transaction that deleted the document
 */
export const releaseDeleted = async (
  unit: Transaction,
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
): Promise<void> => {
  const { schema } = service;
  // Two deletions of the last two locales at once both write this counter: the second waits, and sees that it is the
  // last.
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  const { matchedCount } = await documents.updateMany(
    livingDocumentFilter(type, documentId),
    { $inc: { revision: 1 } },
    unit.options,
  );
  const target = deletedTargetOf(type, documentId, matchedCount > 0 && typeof locale === 'string' ? locale : true);
  const found = await findLinkingDocuments(unit, target, schema, batchSize + 1);
  if (countDocuments(found) <= batchSize) await removeLinks(unit, found, target, schema);
  else await documents.updateMany(tombstoneFilter(target), { $set: { unswept: markOf(target) } }, unit.options);
  await unit.afterCommit(() => sweepRemaining(service, target));
};

/**
 * Removes the links to a document that was deleted while another write linked to it.
 *
 * @param locale the locale in which it no longer exists
 */
export const releaseAfterDelete = async (
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string,
): Promise<void> => {
  const { collectionName } = type;
  const db = await service.database.get();
  const living = await db
    .collection<StoredDocument>(collectionName)
    .findOne(livingDocumentFilter(type, documentId), { projection: { _id: 1 } });
  await sweepRemaining(service, deletedTargetOf(type, documentId, living === null ? true : locale));
};

/**
 * Finishes the sweep of an earlier deletion before the document is created again in that locale, so that no old link
 * returns.
 */
export const finishSweep = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  documentId: string,
  locale: string | null,
): Promise<void> => {
  const left = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne({ documentId, locale, unswept: { $exists: true } }, { ...unit.options, projection: { unswept: 1 } });
  if (left?.unswept !== undefined) await sweep(unit, schema, deletedTargetOf(type, documentId, left.unswept));
};

/**
 * Finishes the sweeps of interrupted deletions.
 *
 * @returns the number of deleted documents that still had a mark
 */
export const sweepLinks = async ({ database, schema }: Service): Promise<number> => {
  // No caller waits for the result, so it waits for locks without a limit.
  const unit = await standaloneOperations(database, Infinity);
  let found = 0;
  for (const type of schema.types.values()) {
    const left = await unit.db
      .collection<StoredDocument>(type.collectionName)
      // This condition uses the index on tombstones.
      .find(
        { deletedAt: { $gt: new Date(0) }, unswept: { $exists: true } },
        { projection: { documentId: 1, unswept: 1 } },
      )
      .toArray();
    for (const { documentId, unswept = true } of left)
      await sweep(unit, schema, deletedTargetOf(type, documentId, unswept));
    found += left.length;
  }
  return found;
};
