// Records the links that a deletion removes from other documents, so that restoring the document can put them back.
import type { ObjectId, WithId } from 'mongodb';
import { versionsOf, type ContentType, type Schema, type Status } from '../../../schema/index.ts';
import {
  collections,
  componentAttributes,
  linksIn,
  pathOf,
  type StoredDocument,
  type AttributeSet,
  type StoredEntry,
  type Transaction,
} from '../../../platform/db/index.ts';
import { hashOf } from '../../../platform/hashOf.ts';
import { comparableEntries } from '../values/comparableEntries.ts';
import { canLinkTo } from './stripLinks.ts';
import type { LinkingType } from './linkingTypes.ts';

/** Where a link was in a version. */
export interface RemovedLinkPlace {
  readonly version: Status;
  /** The names of attributes, and the positions of entries in lists of components. */
  readonly path: readonly (string | number)[];
  /** The stored id of the component with the link; absent at the top of a document, and of components without one. */
  readonly entryId?: number;
  /** Identifies the component by its own values, where its id is not found; absent at the top of a document. */
  readonly entry?: string;
  /** The position in the list of links. */
  readonly index: number;
  /** The position in the order of the other side. */
  readonly at: number;
}

/** The links that a deletion removed from one document in one locale. */
export interface RemovedLinks {
  readonly deletion: ObjectId;
  /** The document that had the links, by the uid of its type. */
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
  readonly places: readonly RemovedLinkPlace[];
  /** For the index that removes old records. */
  readonly removedAt: Date;
}

/** A deleted document, and its deletion. */
export interface DeletedDocument {
  readonly type: ContentType;
  readonly documentId: string;
  readonly deletion: ObjectId;
}

/**
 * Identifies a component by its name and its own values. Links and inner components are left out: other deletions and
 * restores change them.
 */
export const entryMark = (schema: Schema, { attribute, part }: StoredEntry): string => {
  const [entry] = comparableEntries(schema, attribute, part, (_, value) => value);
  const own = [...componentAttributes(schema, attribute, part).values()].map((inner, index) =>
    inner.kind === 'scalar' ? entry?.values[index] : null,
  );
  return hashOf(part.__component ?? '', own).slice(0, 22);
};

const markEntry = (schema: Schema, entry: StoredEntry): Pick<RemovedLinkPlace, 'entryId' | 'entry'> => ({
  ...(entry.part.id === undefined ? {} : { entryId: entry.part.id }),
  entry: entryMark(schema, entry),
});

/** Finds the links to a document in a version. Pure. */
export const findLinkPlaces = (
  schema: Schema,
  attributes: AttributeSet,
  document: Pick<StoredDocument, Status>,
  versions: readonly Status[],
  { type, documentId }: Pick<DeletedDocument, 'type' | 'documentId'>,
): readonly RemovedLinkPlace[] =>
  versions.flatMap((version) =>
    linksIn(schema, attributes, document[version] ?? {})
      .filter(({ attribute, link }) => link.to === documentId && canLinkTo(attribute, type))
      .map(({ attribute, index, link: { at }, entry }) => ({
        ...{ version, path: pathOf(attribute, entry), index, at },
        ...(entry && markEntry(schema, entry)),
      })),
  );

/** Records the links to a deleted document, in the transaction that removes them. */
export const recordRemovedLinks = async (
  { db, options }: Transaction,
  schema: Schema,
  target: DeletedDocument,
  found: readonly { readonly linkers: LinkingType; readonly documents: readonly WithId<StoredDocument>[] }[],
): Promise<void> => {
  const removedAt = new Date();
  const records = found.flatMap(({ linkers: { type, attributes }, documents }) =>
    documents.map((document): RemovedLinks => {
      const { documentId, locale } = document;
      const places = findLinkPlaces(schema, attributes, document, versionsOf(type), target);
      return { deletion: target.deletion, uid: type.uid, documentId, locale, places, removedAt };
    }),
  );
  if (records.length > 0) await db.collection(collections.removedLinks).insertMany(records, options);
};
