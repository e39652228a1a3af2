// Removes links to deleted documents: in the transaction of the deletion when they are few, else after it, in batches.
import type { ObjectId, WithId } from 'mongodb';
import {
  livingDocumentFilter,
  standaloneOperations,
  type StoredDocument,
  type Transaction,
} from '../../../platform/db/index.ts';
import type { ContentType, Schema } from '../../../schema/index.ts';
import type { Service } from '../../../platform/service.ts';
import { changeTimeUpdate } from '../outbox.ts';
import type { recordRemovedLinks } from './removedLinks.ts';
import { linksToFilter, linkingTypes, linksProjection, updateWithoutLinks, type LinkingType } from './linkingTypes.ts';

/** A deleted document, and the locale of the documents that linked to it; undefined: all locales. */
interface DeletedTarget {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | undefined;
}

/** Deleted documents of one type and the same locale. */
interface DeletedTargets extends Omit<DeletedTarget, 'documentId'> {
  readonly documentId: string | { readonly $in: readonly string[] };
}

/** Documents of a type that link to the deleted document, with the attributes that contain the links. */
interface LinkingDocuments {
  readonly linkers: LinkingType;
  readonly documents: readonly WithId<StoredDocument>[];
}

/**
 * Records removed links for the trash. Callers hand it in: the function that updates documents sweeps links too, but only
 * those that slow writes stored after a deletion, and has no room for more code.
 */
type RecordLinks = typeof recordRemovedLinks;

export const countDocuments = (found: readonly LinkingDocuments[]): number =>
  found.reduce((count, { documents }) => count + documents.length, 0);

/**
 * Finds documents of all types that link to the deleted ones, up to a number. Shared components are left out when
 * one locale was deleted: their links are still valid in other locales, and count as absent in this one.
 */
export const findLinkingDocuments = async (
  { db, options }: Transaction,
  { type, documentId, locale }: DeletedTargets,
  schema: Schema,
  most: number,
): Promise<readonly LinkingDocuments[]> => {
  const found: LinkingDocuments[] = [];
  for (const linkers of linkingTypes(type, schema, locale !== undefined)) {
    const limit = most - countDocuments(found);
    if (limit === 0) break;
    const filter = { ...linksToFilter(linkers, documentId), ...(locale === undefined ? {} : { locale }) };
    const documents = await db
      .collection<StoredDocument>(linkers.type.collectionName)
      .find(filter, { ...options, projection: linksProjection(linkers), limit, useBigInt64: true })
      .toArray();
    found.push({ linkers, documents });
  }
  return found;
};

/**
 * Removes the links from the documents, in the transaction that found them.
 *
 * @param deletion the deletion whose document may be restored; undefined: it is not in the trash
 */
const removeLinks = async (
  unit: Transaction,
  found: readonly LinkingDocuments[],
  { type, documentId }: DeletedTarget,
  schema: Schema,
  deletion: ObjectId | undefined,
  record: RecordLinks | undefined,
): Promise<void> => {
  const { db, options } = unit;
  if (deletion !== undefined) await record?.(unit, schema, { type, documentId, deletion }, found);
  for (const { linkers, documents } of found) {
    const updates = documents.map(({ _id, ...document }) => {
      const $set = updateWithoutLinks(linkers, document, type, documentId, schema);
      const isPublishedChanged = Object.keys($set).some((path) => path.startsWith('published.'));
      const when = isPublishedChanged ? changeTimeUpdate : {};
      return { updateOne: { filter: { _id }, update: { $set, $inc: { revision: 1 }, ...when } } };
    });
    if (updates.length > 0)
      await db.collection<StoredDocument>(linkers.type.collectionName).bulkWrite(updates, options);
  }
};

/**
 * The number of documents that one transaction changes. Each takes a third of a millisecond and blocks its other
 * writers.
 */
const batchSize = 200;

/** @param unswept the mark on the tombstone */
export const deletedTargetOf = (type: ContentType, documentId: string, unswept: true | string): DeletedTarget => ({
  type,
  documentId,
  locale: unswept === true ? undefined : unswept,
});

/** The filter for the tombstones: of one locale when the document exists in others. */
const tombstoneFilter = ({ type, documentId, locale }: DeletedTarget) => ({
  documentId,
  locale: locale ?? (type.localized ? { $ne: null } : null),
  deletedAt: { $exists: true },
});

/** The last deletion of the document in the locale of the target, if it is in the trash. */
const lastDeletion = async ({ db, options }: Transaction, target: DeletedTarget): Promise<ObjectId | undefined> => {
  const last = await db.collection<StoredDocument>(target.type.collectionName).findOne(tombstoneFilter(target), {
    ...options,
    sort: { deletedAt: -1 },
    projection: { 'removed.deletion': 1 },
  });
  return last?.removed?.deletion;
};

/**
 * Removes the links to a deleted document. Each batch is a transaction that also writes the tombstone: if the document
 * was created again, its new links are kept.
 */
const sweep = async (unit: Transaction, schema: Schema, target: DeletedTarget, record?: RecordLinks): Promise<void> => {
  let swept = batchSize;
  while (swept === batchSize)
    swept = await unit.inTransaction(async (transaction) => {
      const { matchedCount } = await transaction.db
        .collection<StoredDocument>(target.type.collectionName)
        .updateMany(tombstoneFilter(target), { $inc: { revision: 1 } }, transaction.options);
      if (matchedCount === 0) return 0;
      const found = await findLinkingDocuments(transaction, target, schema, batchSize);
      const deletion = record && (await lastDeletion(transaction, target));
      await removeLinks(transaction, found, target, schema, deletion, record);
      return countDocuments(found);
    });
};

/** Removes the links to a deleted document, if there are any. */
export const sweepRemaining = async (
  unit: Transaction,
  schema: Schema,
  target: DeletedTarget,
  record?: RecordLinks,
): Promise<boolean> => {
  const remains = countDocuments(await findLinkingDocuments(unit, target, schema, 1)) > 0;
  if (remains) await sweep(unit, schema, target, record);
  return remains;
};

/**
 * Removes a deleted document from every relation, at the top of documents and in components. While it exists in other
 * locales, only documents in the deleted locale lose their links. If there are many links, they are removed after the
 * deletion; they already count as absent. A write that still found the document can link to it later: `sweepLinks` and
 * `finishSweep` remove such links.
 *
 * @param unit the transaction that deleted the document
 * @param deletion identifies the deletion in the trash; undefined: the document cannot be restored
 */
export const releaseDeleted = async (
  unit: Transaction,
  service: Service,
  type: ContentType,
  documentId: string,
  locale: string | null | undefined,
  deletion: ObjectId | undefined,
  record: RecordLinks,
): Promise<void> => {
  const { schema } = service;
  const documents = unit.db.collection<StoredDocument>(type.collectionName);
  let unswept: true | string = true;
  if (typeof locale === 'string') {
    // Two deletions of the last two locales at once both write this counter: the second waits, and sees that it is the
    // last.
    const living = livingDocumentFilter(type, documentId);
    const { matchedCount } = await documents.updateMany(living, { $inc: { revision: 1 } }, unit.options);
    if (matchedCount > 0) unswept = locale;
    else await documents.updateOne({ documentId, locale }, { $set: { unswept } }, unit.options);
  }
  const target = deletedTargetOf(type, documentId, unswept);
  const found = await findLinkingDocuments(unit, target, schema, batchSize + 1);
  if (countDocuments(found) <= batchSize) await removeLinks(unit, found, target, schema, deletion, record);
  else await unit.afterCommit(async () => sweep(await standaloneOperations(service.database), schema, target, record));
};

/**
 * Removes the links to a document that was deleted while another write linked to it.
 *
 * @param locale the locale in which it no longer exists
 */
export const releaseAfterDelete = async (
  { database, schema }: Service,
  type: ContentType,
  documentId: string,
  locale: string,
): Promise<void> => {
  const unit = await standaloneOperations(database);
  const living = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(livingDocumentFilter(type, documentId), { projection: { _id: 1 } });
  await sweepRemaining(unit, schema, deletedTargetOf(type, documentId, living === null ? true : locale));
};

/**
 * Removes the links to a deleted document before it is created again in that locale, so that no old link returns.
 *
 * @returns the filter for its tombstone, which one of a later deletion does not match, and the tombstone's revision; 0: there
 *   is none
 */
export const finishSweep = async (
  unit: Transaction,
  schema: Schema,
  type: ContentType,
  documentId: string,
  locale: string | null,
): Promise<{ readonly filter: object; readonly revision: number }> => {
  const tombstone = await unit.db
    .collection<StoredDocument>(type.collectionName)
    .findOne(
      { documentId, locale, deletedAt: { $exists: true } },
      { ...unit.options, projection: { unswept: 1, deletedAt: 1, revision: 1 } },
    );
  const revision = tombstone?.revision ?? 0;
  if (tombstone?.unswept === undefined)
    return { filter: { deletedAt: { $exists: true }, unswept: { $exists: false } }, revision };
  await sweepRemaining(unit, schema, deletedTargetOf(type, documentId, tombstone.unswept));
  return { filter: { deletedAt: tombstone.deletedAt }, revision };
};
