// Finds the links to a deleted document, and removes them.
import type { WithId } from 'mongodb';
import type { ContentType, Schema } from '../../../schema/index.ts';
import { changeTimeUpdate } from '../outbox.ts';
import { linksToFilter, linkingTypes, linksProjection, updateWithoutLinks, type LinkingType } from './linkingTypes.ts';
import type { StoredDocument, Transaction } from '../../../platform/db/index.ts';

/** A deleted document, and the locale of the documents that linked to it; undefined: all locales. */
export interface DeletedTarget {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string | undefined;
}

/** Deleted documents of one type and the same locale. */
interface DeletedTargets extends Omit<DeletedTarget, 'documentId'> {
  readonly documentId: string | { readonly $in: readonly string[] };
}

/** Documents of a type that link to the deleted document, with the attributes that contain the links. */
export interface LinkingDocuments {
  readonly linkers: LinkingType;
  readonly documents: readonly WithId<StoredDocument>[];
}

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

/** Removes the links from the documents, in the transaction that found them. */
export const removeLinks = async (
  { db, options }: Transaction,
  found: readonly LinkingDocuments[],
  { type, documentId }: DeletedTarget,
  schema: Schema,
): Promise<void> => {
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
