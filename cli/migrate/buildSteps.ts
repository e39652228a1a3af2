// Builds the steps of a migration; each step runs once, and each of its batches can be repeated.
import type { AnyBulkWriteOperation, Db } from 'mongodb';
import { collections, type StoredDocument } from '../../lib/platform/db/index.ts';
import { removeVersions } from '../../lib/history/index.ts';
import { keepsHistory, type ContentType, type Schema } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import {
  replacedVersionOf,
  runWithSource,
  storeVersions,
  writtenField,
  type VersionToStore,
} from '../../lib/write/documents/index.ts';
import { readBatch } from './readBatch.ts';
import { dropCollection, moveCollection } from './moveCollection.ts';
import { moveRowLocales, renameRowTypes, type MovedLocale } from './moveRows.ts';
import { renameCommentPaths } from './renameCommentPaths.ts';
import { moveActionLocales } from './moveReleaseActions.ts';
import { renameGrants } from './renameGrants.ts';
import { dropUniqueIndexes } from './dropIndexes.ts';
import { collectEdits, rewriteDocument, ignoreReports } from './rewriteDocument.ts';
import { removeTombstones } from './removeTombstones.ts';
import { typesToMigrate } from './scanDocuments.ts';
import { relationSidesOf, copyLinks } from './copyLinks.ts';
import type { MigrationContext, MigrationPlan } from './types.ts';
import { updateOf } from './updateOf.ts';

/** The result of one batch: where the next one begins, and how many documents changed. */
export interface BatchResult {
  readonly after: unknown;
  readonly changed: number;
}

export interface MigrationStep {
  /** What the step does, for the log. */
  readonly description: string;
  /** @returns undefined if nothing is left to do */
  readonly runBatch: (after: unknown) => Promise<BatchResult | undefined>;
}

const newCollectionOf = ({ next, renames }: MigrationPlan, type: ContentType): string =>
  (next.types.get(renames.types.get(type.uid) ?? type.uid) ?? type).collectionName;

/** @returns the document with its new origin, and the version that the migration replaces; undefined if the history needs none */
type KeepVersion = (
  before: StoredDocument,
  after: StoredDocument,
) => { readonly after: StoredDocument; readonly version?: VersionToStore };

/** Makes a version of each document whose content changes. */
const keepVersionOf =
  ({ base, next, renames, now }: MigrationContext, type: ContentType): KeepVersion =>
  (before, after) => {
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

/**
 * Changes one batch per call; reads the batch again while other writers change its documents in between.
 *
 * @param uids the old and the new uid of the type, for the versions of documents that get another locale
 */
const rewriteBatches =
  (
    db: Db,
    schema: Schema,
    collection: string,
    change: (document: StoredDocument) => Promise<StoredDocument>,
    keepVersion: KeepVersion = (_before, after) => ({ after }),
    uids: readonly string[] = [],
  ): MigrationStep['runBatch'] =>
  async (after) => {
    let changed = 0;
    for (;;) {
      const batch = await readBatch(db, collection, after);
      if (batch === undefined) return undefined;
      const writes: AnyBulkWriteOperation[] = [];
      const replaced: VersionToStore[] = [];
      const moved: MovedLocale[] = [];
      for (const document of batch.documents) {
        const { after, version } = keepVersion(document, await change(document));
        if (version !== undefined) replaced.push(version);
        const update = updateOf(document, after);
        const { _id, documentId, locale, revision, pending } = document;
        if (after.locale !== locale) moved.push({ documentId, from: locale, to: after.locale });
        // The relay removes the first pending event without a new revision.
        const filter = { _id, revision, ...(after.pending === pending ? {} : { 'pending.0.id': pending?.[0]?.id }) };
        if (update !== undefined) writes.push({ updateOne: { filter, update } });
      }
      if (writes.length === 0) return { after: batch.after, changed };
      // Before the documents change: a version that is stored and not replaced in the end is the one that is there.
      await storeVersions({ db, options: {} }, schema, replaced);
      await moveRowLocales(db, uids, moved);
      const { matchedCount } = await db.collection(collection).bulkWrite(writes, { ordered: false });
      changed += matchedCount;
      if (matchedCount === writes.length) return { after: batch.after, changed };
    }
  };

const runOnce =
  (work: () => Promise<void>): MigrationStep['runBatch'] =>
  async () => {
    await work();
    return undefined;
  };

/**
 * @param context the plan and its context
 * @returns the steps in order, always the same for the same plan
 */
export const buildSteps = async (
  { database }: Service,
  context: MigrationContext,
): Promise<readonly MigrationStep[]> => {
  const db = await database.get();
  const edits = collectEdits(context, context.again);
  const { changes, base } = context;
  const moves = changes.flatMap((change): readonly MigrationStep[] => {
    if (change.kind !== 'collection') return [];
    const { from, to } = change;
    const next = async (): Promise<BatchResult | undefined> => {
      const changed = await moveCollection(database, from, to);
      return changed === undefined ? undefined : { after: null, changed };
    };
    return [{ description: `moving ${from} to ${to}`, runBatch: next }];
  });
  const takeOvers = changes.flatMap((change): readonly MigrationStep[] => {
    const sides = change.kind === 'moved' ? relationSidesOf(change, context) : undefined;
    if (sides === undefined) return [];
    const collection = newCollectionOf(context, sides.to);
    const next = rewriteBatches(db, base, collection, (document) => copyLinks(db, sides, document));
    return [{ description: `linking from ${collection} to ${sides.collection}`, runBatch: next }];
  });
  const indexDrops = changes.flatMap((change): readonly MigrationStep[] => {
    const type = base.types.get(change.holder);
    if (change.kind !== 'drafts off' || change.keep !== 'draft' || type === undefined) return [];
    const collection = newCollectionOf(context, type);
    const next = runOnce(() => dropUniqueIndexes(db, collection));
    return [{ description: `dropping unique indexes of ${collection}`, runBatch: next }];
  });
  const tombstoneRemovals = changes.flatMap((change): readonly MigrationStep[] => {
    const type = base.types.get(change.holder);
    if (change.kind !== 'locales on' || type === undefined) return [];
    const collection = newCollectionOf(context, type);
    const next = async (): Promise<BatchResult | undefined> => {
      const changed = await removeTombstones(database, collection, context.defaultLocale);
      return changed === undefined ? undefined : { after: null, changed };
    };
    return [{ description: `removing tombstones from ${collection}`, runBatch: next }];
  });
  const rewrites = typesToMigrate(context, edits).map((type): MigrationStep => {
    const collection = newCollectionOf(context, type);
    const next = rewriteBatches(
      db,
      base,
      collection,
      (document) => rewriteDocument(document, type.uid, edits, context, ignoreReports),
      keepVersionOf(context, type),
      [type.uid, context.renames.types.get(type.uid) ?? type.uid],
    );
    return { description: `migrating ${collection}`, runBatch: next };
  });
  const actionMoves = changes.flatMap((change): readonly MigrationStep[] => {
    if (change.kind !== 'locales on' && change.kind !== 'locales off') return [];
    const { holder } = change;
    const next = runOnce(() =>
      change.kind === 'locales on'
        ? moveActionLocales(db, holder, context.defaultLocale)
        : moveActionLocales(db, holder, null, change.keep),
    );
    return [{ description: `setting the locale of ${holder} in releases`, runBatch: next }];
  });
  const isRenamed = changes.some(({ kind }) => kind === 'type renamed' || kind === 'renamed');
  const grants: readonly MigrationStep[] = isRenamed
    ? [
        {
          description:
            'renaming types and attributes in roles, tokens and webhooks, and types in the history, comments and releases',
          runBatch: runOnce(async () => {
            await renameGrants(context, db);
            await renameCommentPaths(context, db);
            await renameRowTypes(db, context.renames.types);
          }),
        },
      ]
    : [];
  const drops = changes.flatMap((change): readonly MigrationStep[] => {
    const name = base.types.get(change.holder)?.collectionName;
    if (change.kind !== 'type removed' || !change.drop || name === undefined) return [];
    const next = runOnce(async () => {
      await dropCollection(db, name);
      await removeVersions({ db, options: {} }, { type: change.holder });
      await db.collection(collections.comments).deleteMany({ type: change.holder });
    });
    return [{ description: `dropping ${name}`, runBatch: next }];
  });
  return [
    ...moves,
    ...takeOvers,
    ...indexDrops,
    ...tombstoneRemovals,
    ...rewrites,
    ...actionMoves,
    ...grants,
    ...drops,
  ];
};
