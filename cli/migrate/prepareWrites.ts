// Computes the writes that change documents of a collection, guarded by their revision, and keeps the versions that these replace.
import type { Document, Filter, UpdateFilter, WithId } from 'mongodb';
import type { StoredDocument, Transaction } from '../../lib/platform/db/index.ts';
import { keepsHistory, type ContentType, type Schema } from '../../lib/schema/index.ts';
import {
  replacedVersionOf,
  runWithSource,
  storeVersions,
  writtenField,
  type VersionToStore,
} from '../../lib/write/documents/index.ts';
import { isDeferred, keepsOld } from './copiedValues.ts';
import { isPressing } from './kinds.ts';
import { moveRowLocales, type MovedLocale } from './moveRows.ts';
import { rewriteDocument, ignoreReports, type EditsByHolder } from './rewriteDocument.ts';
import { newUidOf } from './schemaElements.ts';
import type { MigrationContext, MigrationPlan } from './types.ts';
import { updateOf } from './updateOf.ts';

export type DocumentId = WithId<StoredDocument>['_id'];

/** @returns the document with its new origin, and the version that the migration replaces; undefined if the history needs none */
type KeepVersion = (
  before: StoredDocument,
  after: StoredDocument,
) => { readonly after: StoredDocument; readonly version?: VersionToStore };

/** What becomes of the documents of a collection. */
export interface Rewrite {
  readonly schema: Schema;
  readonly collection: string;
  readonly change: (document: StoredDocument) => Promise<StoredDocument>;
  readonly keepVersion: KeepVersion;
  /** The old and the new uid of the type, for the versions of documents that get another locale. */
  readonly uids: readonly string[];
}

export const newCollectionOf = (plan: MigrationPlan, type: ContentType): string =>
  (plan.next.types.get(newUidOf(type.uid, plan)) ?? type).collectionName;

/** Makes a version of each document whose content changes. */
const keepVersionOf =
  (context: MigrationContext, type: ContentType): KeepVersion =>
  (before, after) => {
    const { base, next, now, phase, changes } = context;
    // A copied value is not another one.
    if (keepsOld(phase) && changes.every((change) => !isPressing(change) || isDeferred(change, context)))
      return { after };
    const nextType = next.types.get(newUidOf(type.uid, context));
    const isChanged = before.draft !== after.draft || before.published !== after.published;
    if (!isChanged || before.deletedAt !== undefined || nextType === undefined || !keepsHistory(nextType))
      return { after };
    const { documentId, locale, revision, updatedBy } = before;
    const written = runWithSource('migration', () =>
      writtenField(next, nextType, { revision: revision + 1, actions: ['update'], at: now, by: updatedBy }),
    );
    const version = replacedVersionOf(base.types.get(type.uid) ?? type, before);
    return { after: { ...after, ...written }, version: { type, documentId, locale, version } };
  };

/** @param type the old type of the documents */
export const rewriteOf = (context: MigrationContext, edits: EditsByHolder, type: ContentType): Rewrite => ({
  schema: context.base,
  collection: newCollectionOf(context, type),
  change: (document) => rewriteDocument(document, type.uid, edits, context, ignoreReports),
  keepVersion: keepVersionOf(context, type),
  uids: [type.uid, newUidOf(type.uid, context)],
});

/** The write of one document that changes. */
export interface DocumentWrite {
  readonly filter: Filter<Document> & { readonly _id: DocumentId };
  readonly update: UpdateFilter<Document>;
  /** The document as it will be stored. */
  readonly after: StoredDocument;
}

/**
 * Stores the versions that the writes replace, and moves what belongs to documents of another locale.
 *
 * @returns the writes; none for documents that stay the same
 */
export const prepareWrites = async (
  { db, options }: Pick<Transaction, 'db' | 'options'>,
  documents: readonly WithId<StoredDocument>[],
  { schema, change, keepVersion, uids }: Rewrite,
): Promise<readonly DocumentWrite[]> => {
  const writes: DocumentWrite[] = [];
  const replaced: VersionToStore[] = [];
  const moved: MovedLocale[] = [];
  for (const document of documents) {
    const { after, version } = keepVersion(document, await change(document));
    if (version !== undefined) replaced.push(version);
    const update = updateOf(document, after);
    const { _id, documentId, locale, revision, pending } = document;
    if (after.locale !== locale) moved.push({ documentId, from: locale, to: after.locale });
    // The relay removes the first pending event without a new revision.
    const filter = { _id, revision, ...(after.pending === pending ? {} : { 'pending.0.id': pending?.[0]?.id }) };
    if (update !== undefined) writes.push({ filter, update, after });
  }
  if (writes.length === 0) return [];
  // Before the documents change: a version that is stored and not replaced in the end is the one that is there.
  await storeVersions({ db, options }, schema, replaced);
  await moveRowLocales(db, uids, moved);
  return writes;
};
