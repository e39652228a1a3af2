// Finds the links to a deleted document, and removes them.
import type { WithId } from 'mongodb';
import type { ContentType, Schema } from '../../../schema/index.ts';
import { changedNow } from '../outbox.ts';
import { linkedTo, linkersOf, linksProjection, unlinked, type Linkers } from './linkers.ts';
import type { Stored, Unit } from '../../../platform/db/index.ts';

/** A deleted document, and the locale of the documents that linked to it; undefined: all locales. */
export interface Gone {
  readonly type: ContentType;
  readonly documentId: string;
  readonly meant: string | undefined;
}

/** Documents of a type that link to the deleted document, with the attributes that contain the links. */
export interface Linking {
  readonly linkers: Linkers;
  readonly documents: readonly WithId<Stored>[];
}

export const countOf = (found: readonly Linking[]): number =>
  found.reduce((count, { documents }) => count + documents.length, 0);

/**
 * Finds documents of all types that link to the deleted document, up to a number. Shared components are left out when
 * one
 * locale was deleted: their links are still valid in other locales, and count as absent in this one.
 */
export const findLinking = async (
  { db, options }: Unit,
  { type, documentId, meant }: Gone,
  schema: Schema,
  most: number,
): Promise<readonly Linking[]> => {
  const found: Linking[] = [];
  for (const linkers of linkersOf(type, schema, meant !== undefined)) {
    const limit = most - countOf(found);
    if (limit === 0) break;
    const filter = { ...linkedTo(linkers, documentId), ...(meant === undefined ? {} : { locale: meant }) };
    const documents = await db
      .collection<Stored>(linkers.type.collectionName)
      .find(filter, { ...options, projection: linksProjection(linkers), limit, useBigInt64: true })
      .toArray();
    found.push({ linkers, documents });
  }
  return found;
};

/** Removes the links from the documents, in the transaction that found them. */
export const unlink = async (
  { db, options }: Unit,
  found: readonly Linking[],
  { type, documentId }: Gone,
  schema: Schema,
): Promise<void> => {
  for (const { linkers, documents } of found) {
    const updates = documents.map(({ _id, ...document }) => {
      const $set = unlinked(linkers, document, type, documentId, schema);
      const isPublishedChanged = Object.keys($set).some((path) => path.startsWith('published.'));
      const when = isPublishedChanged ? changedNow : {};
      return { updateOne: { filter: { _id }, update: { $set, $inc: { revision: 1 }, ...when } } };
    });
    if (updates.length > 0) await db.collection<Stored>(linkers.type.collectionName).bulkWrite(updates, options);
  }
};
