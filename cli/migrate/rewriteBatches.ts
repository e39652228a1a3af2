// Rewrites documents of a collection, guarded by their revision, and keeps the versions that this replaces.
import type { AnyBulkWriteOperation, Db, WithId } from 'mongodb';
import type { StoredDocument } from '../../lib/platform/db/index.ts';
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
import { readBatch } from './readBatch.ts';
import { rewriteDocument, ignoreReports, type EditsByHolder } from './rewriteDocument.ts';
import type { MigrationContext, MigrationPlan } from './types.ts';
import { updateOf } from './updateOf.ts';

type Id = WithId<StoredDocument>['_id'];

/** The result of one batch: where the next one begins, and how many documents changed. */
export interface BatchResult {
  readonly after: unknown;
  readonly changed: number;
}

/** @returns the document with its new origin, and the version that the migration replaces; undefined if the history needs none */
type KeepVersion = (
  before: StoredDocument,
  after: StoredDocument,
) => { readonly after: StoredDocument; readonly version?: VersionToStore };

/** What becomes of the documents of a collection. */
interface Rewrite {
  readonly schema: Schema;
  readonly collection: string;
  readonly change: (document: StoredDocument) => Promise<StoredDocument>;
  readonly keepVersion: KeepVersion;
  /** The old and the new uid of the type, for the versions of documents that get another locale. */
  readonly uids: readonly string[];
}

export const newCollectionOf = ({ next, renames }: MigrationPlan, type: ContentType): string =>
  (next.types.get(renames.types.get(type.uid) ?? type.uid) ?? type).collectionName;

/** Makes a version of each document whose content changes. */
const keepVersionOf =
  (context: MigrationContext, type: ContentType): KeepVersion =>
  (before, after) => {
    const { base, next, renames, now, phase, changes } = context;
    // A copied value is not another one.
    if (keepsOld(phase) && changes.every((change) => !isPressing(change) || isDeferred(change, context)))
      return { after };
    const nextType = next.types.get(renames.types.get(type.uid) ?? type.uid);
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
  uids: [type.uid, context.renames.types.get(type.uid) ?? type.uid],
});

/** @returns how many documents changed, and the `_id` of all that had to: others write beside */
const rewriteDocuments = async (
  db: Db,
  documents: readonly WithId<StoredDocument>[],
  { schema, collection, change, keepVersion, uids }: Rewrite,
): Promise<{ readonly changed: number; readonly ids: readonly Id[] }> => {
  const ids: Id[] = [];
  const writes: AnyBulkWriteOperation[] = [];
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
    if (update === undefined) continue;
    ids.push(_id);
    writes.push({ updateOne: { filter, update } });
  }
  if (writes.length === 0) return { changed: 0, ids };
  // Before the documents change: a version that is stored and not replaced in the end is the one that is there.
  await storeVersions({ db, options: {} }, schema, replaced);
  await moveRowLocales(db, uids, moved);
  const { matchedCount } = await db.collection(collection).bulkWrite(writes, { ordered: false });
  return { changed: matchedCount, ids };
};

/**
 * Rewrites one document, which others may change in between.
 *
 * @param isWanted looks at the document as it is now
 * @returns how many documents changed
 */
export const rewriteStored = async (
  db: Db,
  _id: Id,
  rewrite: Rewrite,
  isWanted: (document: StoredDocument) => boolean = () => true,
): Promise<number> => {
  for (;;) {
    const document = await db.collection<StoredDocument>(rewrite.collection).findOne({ _id }, { useBigInt64: true });
    if (document === null || !isWanted(document)) return 0;
    const { changed, ids } = await rewriteDocuments(db, [document], rewrite);
    if (changed === ids.length) return changed;
  }
};

/**
 * Changes one batch per call. Where others change its documents in between, it reads each once more: the whole batch would never
 * be done beside servers that go on writing old names.
 */
export const rewriteBatches =
  (db: Db, rewrite: Rewrite) =>
  async (after: unknown): Promise<BatchResult | undefined> => {
    const batch = await readBatch(db, rewrite.collection, after);
    if (batch === undefined) return undefined;
    const { changed, ids } = await rewriteDocuments(db, batch.documents, rewrite);
    let later = 0;
    if (changed < ids.length) for (const _id of ids) later += await rewriteStored(db, _id, rewrite);
    return { after: batch.after, changed: changed + later };
  };
