// Publishes a release, or a part of it, for a caller.
import { conflict, invalid, invalidValues, type ApiError, type InvalidValue } from '../errors.ts';
import type { Transaction } from '../platform/db/index.ts';
import { runInTransaction, runWithSource } from '../write/documents/index.ts';
import { findVersionNumber } from './agentChanges.ts';
import { databaseNow } from './databaseNow.ts';
import { ActionRefused, publishRelease } from './publishRelease.ts';
import { touchRelease } from './releaseActions.ts';
import { authorOf, type ReleaseContext } from './releaseContext.ts';
import { alreadyDone, newRelease, takeOver } from './releases.ts';
import { answerOf, checkRelease, statusOf, storeStatus, type ReleaseView } from './releaseState.ts';
import { findRelease, requirePublishable, requireRight } from './releaseViews.ts';
import { seeRefused, type CheckedAction } from './seenActions.ts';
import {
  actionsIn,
  agentAuthor,
  releasesIn,
  type AgentSession,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';
import { findVisibility } from './visibleActions.ts';

const hiddenFault: InvalidValue = { path: [], message: 'Documents that you may not see prevent it', value: undefined };

/** What prevents a release, as far as the caller may know of it. */
const blockedBy = async (context: ReleaseContext, checked: readonly CheckedAction[]): Promise<ApiError> => {
  const actions = checked.map(({ action }) => action);
  const { seen, hidden } = seeRefused(checked, await findVisibility(context, actions));
  const faults = seen.flatMap(({ action, reasons }) =>
    reasons.map(({ message, path = [], locale }) => ({
      ...{ path: [String(action._id), ...path], message, value: undefined },
      ...(locale === undefined ? {} : { locale }),
    })),
  );
  return invalidValues([...faults, ...(hidden > 0 ? [hiddenFault] : [])]);
};

/** The error of a document is for those who may read all that it may be about. */
const toCallersError = ({ actions, visible }: ReleaseView, { action, cause }: ActionRefused): ApiError => {
  const known = actions.find(({ _id }) => _id === action._id);
  return known !== undefined && visible.get(known)?.isWhole === true ? cause : invalidValues([hiddenFault]);
};

/** @param ids undefined: all that the caller may know of @throws ApiError 400 for one that is no such action of the release */
export const chooseActions = ({ actions }: ReleaseView, ids?: readonly number[]): readonly StoredAction[] => {
  const unknown = ids?.find((id) => !actions.some(({ _id }) => _id === id));
  if (unknown !== undefined)
    throw invalidValues([{ path: ['actions'], message: `The release has no action ${unknown}`, value: unknown }]);
  return ids === undefined ? actions : actions.filter(({ _id }) => ids.includes(_id));
};

/** A session to which no write belongs any more. */
const closed = ({ key, owner, name, by, writes, writtenAt }: AgentSession): AgentSession => ({
  ...{ key, owner, name, by, writes, writtenAt },
});

/** Moves actions to a release of their own, which is executed instead: what is done is a release, and the others stay planned. */
const splitRelease = async (
  context: ReleaseContext,
  unit: Transaction,
  release: StoredRelease,
  actions: readonly StoredAction[],
): Promise<StoredRelease> => {
  const { db, options } = unit;
  const { agent, name } = release;
  const made = await newRelease(context.service, authorOf(context.caller), name, null);
  const part = { ...made, actionCount: actions.length, ...(agent === undefined ? {} : { agent: closed(agent) }) };
  await releasesIn(db).insertOne(part, options);
  const _id = { $in: actions.map((action) => action._id) };
  const moved = await actionsIn(db).updateMany({ _id, release: release._id }, { $set: { release: part._id } }, options);
  if (moved.modifiedCount < actions.length) throw changedMeanwhile();
  await touchRelease(context, unit, release._id, -actions.length);
  return part;
};

export const changedMeanwhile = (): ApiError => conflict('The release has changed meanwhile: read it again');

/**
 * Publishes a release now. What agents have added is published with the rights of the caller.
 *
 * @param ids of the actions to publish: they become a release of their own, which is done; undefined: all
 * @param versions of their documents, by the ids of actions, as the caller has read them
 * @throws ApiError 404; 403 without the right to publish it, and each document that the caller may read; 409 if it is done, or a
 *   document has another version; 400 if it is empty, and naming what prevents its actions, as far as the caller may read their
 *   documents
 */
export const publishNow = async (
  context: ReleaseContext,
  id: number,
  ids?: readonly number[],
  versions: Readonly<Record<number, number>> = {},
) => {
  const { service, locales } = context;
  const author = authorOf(context.caller);
  const whole = await findRelease(context, id);
  const chosen = chooseActions(whole, ids);
  const isPart = chosen.length < whole.actions.length || (ids !== undefined && whole.hidden.length > 0);
  const view = { ...whole, actions: chosen };
  await requireRight(context, view, 'publish');
  await requirePublishable(context, view);
  if (view.release.releasedAt !== null) throw alreadyDone();
  const checked = await checkRelease(context, view.release, (actions) =>
    actions
      .filter(({ _id }) => !isPart || chosen.some((one) => one._id === _id))
      .map((action) => (action.author === agentAuthor ? { ...action, author } : action)),
  );
  // Of a change set, what was checked are the rights of this caller.
  const release =
    isPart || view.release.agent !== undefined ? view.release : await storeStatus(context, view.release, checked);
  if (checked.length === 0) throw invalid('No entries to publish');
  if (statusOf(checked, undefined) === 'blocked') throw await blockedBy(context, checked);
  const checkedIds = checked.map(({ action }) => action._id);
  const done = await runWithSource('release', () =>
    runInTransaction(service, async (unit) => {
      await takeOver(unit, author, checkedIds);
      for (const action of chosen.filter((one) => versions[one._id] !== undefined && view.visible.has(one)))
        if (versions[action._id] !== (await findVersionNumber(service, unit, action))) throw changedMeanwhile();
      const executed = isPart ? await splitRelease(context, unit, release, chosen) : release;
      return publishRelease({ service, locales, now: databaseNow }, unit, executed, false);
    }).catch((error: unknown) => {
      throw error instanceof ActionRefused ? toCallersError(view, error) : error;
    }),
  );
  if (done === undefined) throw changedMeanwhile();
  const unpublished = chosen.filter(({ type }) => type === 'unpublish').length;
  return {
    data: await answerOf(context, { ...view, release: done }),
    meta: {
      totalEntries: chosen.length,
      totalPublishedEntries: chosen.length - unpublished,
      totalUnpublishedEntries: unpublished,
    },
  };
};
