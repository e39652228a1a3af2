// Builds the steps of a migration; each step runs once, and each of its batches can be repeated.
import { collections } from '../../lib/platform/db/index.ts';
import { removeVersions } from '../../lib/history/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import { isCopied, keepsOld, renamesOf } from './copiedValues.ts';
import { createUniqueIndexes } from './createUniqueIndexes.ts';
import { dropCollection, moveCollection } from './moveCollection.ts';
import { renameRowTypes } from './moveRows.ts';
import { renameCommentPaths } from './renameCommentPaths.ts';
import { moveActionLocales } from './moveReleaseActions.ts';
import { renameGrants } from './renameGrants.ts';
import { dropUniqueIndexes } from './dropIndexes.ts';
import { newCollectionOf, rewriteOf } from './prepareWrites.ts';
import { rewriteBatches, type BatchResult } from './rewriteBatches.ts';
import { collectEdits } from './rewriteDocument.ts';
import { removeTombstones } from './removeTombstones.ts';
import { typesToMigrate } from './scanDocuments.ts';
import { relationSidesOf, copyLinks } from './copyLinks.ts';
import type { MigrationContext } from './types.ts';

export interface MigrationStep {
  /** What the step does, for the log. */
  readonly description: string;
  /** @returns undefined if nothing is left to do */
  readonly runBatch: (after: unknown) => Promise<BatchResult | undefined>;
}

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
  const edits = collectEdits(context, () => context.phase);
  const { changes, base, phase } = context;
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
    const next = rewriteBatches(database, {
      ...{ schema: base, collection, uids: [] },
      change: (document) => copyLinks(db, sides, document),
      keepVersion: (_before, after) => ({ after }),
    });
    return [{ description: `linking from ${collection} to ${sides.collection}`, runBatch: next }];
  });
  const indexDrops = changes.flatMap((change): readonly MigrationStep[] => {
    const type = base.types.get(change.holder);
    if (change.kind !== 'drafts off' || change.keep !== 'draft' || type === undefined) return [];
    const collection = newCollectionOf(context, type);
    const next = runOnce(() => dropUniqueIndexes(db, collection));
    return [{ description: `dropping unique indexes of ${collection}`, runBatch: next }];
  });
  // Before values get their new names: if one document hands on a value to another while they are copied, no index could be built
  // afterwards.
  const indexCreations = changes.flatMap((change): readonly MigrationStep[] => {
    const type = change.kind === 'renamed' && phase === 'copy' ? base.types.get(change.holder) : undefined;
    if (change.kind !== 'renamed' || type === undefined || !isCopied(change, context)) return [];
    const collection = newCollectionOf(context, type);
    const next = runOnce(() => createUniqueIndexes(db, context.next, collection, change.to));
    return [{ description: `creating unique indexes of ${collection} for ${change.to}`, runBatch: next }];
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
  const rewrites = typesToMigrate(context, edits).map((type): MigrationStep => ({
    description: `migrating ${newCollectionOf(context, type)}`,
    runBatch: rewriteBatches(database, rewriteOf(context, edits, type)),
  }));
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
  const renames = renamesOf(phase, context);
  const isRenamed = renames.types.size + [...renames.attributes.values()].flatMap((names) => [...names]).length > 0;
  const grants: readonly MigrationStep[] = isRenamed
    ? [
        {
          description:
            'renaming types and attributes in roles, tokens and webhooks, and types in the history, comments and releases',
          runBatch: runOnce(async () => {
            await renameGrants({ base, renames }, db);
            await renameCommentPaths({ base, renames }, db);
            await renameRowTypes(db, renames.types);
          }),
        },
      ]
    : [];
  const drops = changes.flatMap((change): readonly MigrationStep[] => {
    const name = base.types.get(change.holder)?.collectionName;
    if (change.kind !== 'type removed' || !change.drop || keepsOld(phase) || name === undefined) return [];
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
    ...indexCreations,
    ...tombstoneRemovals,
    ...rewrites,
    ...actionMoves,
    ...grants,
    ...drops,
  ];
};
