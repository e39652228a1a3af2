// The links to a document that is gone: found, and taken out of the documents that keep them.
import type { WithId } from 'mongodb';
import type { ContentType, Schema } from '../../../schema/index.ts';
import { changedNow } from '../outbox.ts';
import { linkedTo, linkersOf, linksProjection, unlinked, type Linkers } from './linkers.ts';
import type { Stored, Unit } from '../../../platform/db/index.ts';

/** What was deleted, and the locale of those who meant it; undefined: all did. */
export interface Gone {
  readonly type: ContentType;
  readonly documentId: string;
  readonly meant: string | undefined;
}

/** Documents of a type that link to what is gone, as far as that has to be read. */
export interface Linking {
  readonly linkers: Linkers;
  readonly documents: readonly WithId<Stored>[];
}

export const countOf = (found: readonly Linking[]): number =>
  found.reduce((count, { documents }) => count + documents.length, 0);

/**
 * Up to so many of those that link to what is gone, of all types. What a component shares with other locales still means
 * the document there; in this one the link counts as absent.
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

/** Takes the links out of them, in the unit they were read in. */
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
