// Takes back what an agent has changed: each document in a transaction that also removes it from the change set, so a request that is
// repeated goes on where the first one ended.
import { ApiError, conflict, type InvalidValue } from '../errors.ts';
import { readTraces } from '../history/index.ts';
import { draftVersions, withRestore } from '../history/versions/index.ts';
import { hasPermission, requirePermission } from '../platform/access/index.ts';
import { documentName, settledMark, type Transaction } from '../platform/db/index.ts';
import { stageOf } from '../schema/index.ts';
import {
  asTransaction,
  runInChangeSet,
  runWithSource,
  runWrite,
  type PreparedWrite,
} from '../write/documents/index.ts';
import { mayReview, stageRights, type WriteContext } from '../write/permissions/index.ts';
import { prepareCallerDelete, prepareCallerTransition } from '../write/operations/index.ts';
import { changedSince, findAgentChange } from './agentChanges.ts';
import { changedMeanwhile, chooseActions } from './publishNow.ts';
import { touchRelease } from './releaseActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import { alreadyDone, readRelease } from './releases.ts';
import { prepareMove } from './review/index.ts';
import { findRelease, requireRight } from './releaseViews.ts';
import { actionsIn, endOfAgentSession, releasesIn, type StoredAction } from './storedReleases.ts';

/** Moves a draft back to the stage in which the agent found it, if nobody has moved it since, and the caller may. */
const moveBack = async (
  context: WriteContext & ReleaseContext & Pick<StoredAction, 'documentId' | 'locale'>,
  unit: Transaction,
  stages: NonNullable<StoredAction['change']>['stages'],
  present: string | null,
): Promise<void> => {
  const { review } = context.type;
  if (review === undefined || stages === undefined || stageOf(review, present) !== stages.to) return;
  const maySet = stageRights(context, await mayReview(context, context, unit));
  if (review.stages.includes(stages.from) && maySet(stages.from))
    await prepareMove({ ...context, review, readIfMatch: () => undefined }, { name: stages.from }).attempt(unit);
};

/** @throws ApiError that says why the document stays as it is */
const discardChange = async (context: ReleaseContext, action: StoredAction): Promise<void> => {
  const { service, caller, locales } = context;
  const { _id, release, documentId, locale } = action;
  const found = await findAgentChange(context, action);
  if (found.reason !== null) throw conflict(found.reason);
  const { type, set, present, before } = found;
  const scope = { service, caller, locales, type, locale };
  const run = (write: PreparedWrite<unknown>): Promise<void> => {
    const attempt = async (unit: Transaction): Promise<void> => {
      const [trace] = await readTraces(unit, type, documentId, locale);
      if (trace?.mark !== present._id.toHexString()) throw conflict(changedSince);
      await write.attempt(unit);
      if (before !== undefined) await moveBack({ ...scope, documentId }, unit, action.change?.stages, trace.stage);
      const { deletedCount } = await actionsIn(unit.db).deleteOne({ _id, release }, unit.options);
      if (deletedCount === 0) throw changedMeanwhile();
      await touchRelease(context, unit, release, -1);
    };
    return runWrite(service, asTransaction({ about: documentName(type, documentId), attempt }));
  };
  await runInChangeSet(settledMark(set), async () => {
    if (before === undefined) requirePermission(caller, 'delete', type.uid);
    if (before === undefined) return run(prepareCallerDelete(scope, documentId));
    // The published version is still what the draft was: so the document is unmodified again.
    if (before.status === 'published' && hasPermission(caller, 'publish', type.uid))
      return run(prepareCallerTransition(scope, documentId, 'discard-draft'));
    return withRestore(await draftVersions(scope, documentId), String(before.revision), { empties: true }, run);
  });
};

/** What an error says, with the attributes that it is about: such as a unique value that another document of the set has. */
const messageOf = ({ message, details }: ApiError): string => {
  const { errors = [] } = details as { readonly errors?: readonly InvalidValue[] }; // `invalidValues` made it
  return errors.length === 0 ? message : errors.map((one) => `${one.path.join('.')}: ${one.message}`).join(', ');
};

/**
 * Takes back what an agent has changed, as the caller. What others have changed or published since is left.
 *
 * @param ids of the actions; undefined: all
 * @throws ApiError 404; 403 without the right to update the release; 409 if it is done; 400 for ids that it does not have
 */
export const discardChanges = async (context: ReleaseContext, id: number, ids?: readonly number[]) => {
  const view = await findRelease(context, id);
  await requireRight(context, view, 'update');
  if (view.release.releasedAt !== null) throw alreadyDone();
  // What hides a document from the caller hides its state too.
  const chosen = chooseActions({ ...view, actions: view.actions.filter((action) => view.visible.has(action)) }, ids);
  /** Why documents stay as they are. */
  let refused: ReadonlyMap<StoredAction, string> = new Map(chosen.map((action) => [action, '']));
  // Another document of the set may have the unique value that one gets back, so those that were refused are tried again.
  for (let before = Infinity; refused.size > 0 && refused.size < before;) {
    before = refused.size;
    const failed = new Map<StoredAction, string>();
    for (const action of refused.keys())
      await runWithSource('restore', () => discardChange(context, action)).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        failed.set(action, messageOf(error));
      });
    refused = failed;
  }
  const db = await context.service.database.get();
  await releasesIn(db).updateOne({ _id: id, actionCount: 0 }, { $unset: endOfAgentSession });
  const left = [...refused].map(([{ _id: actionId }, message]) => ({ actionId, message }));
  return { data: await readRelease(context, id), meta: { discarded: chosen.length - left.length, left } };
};
