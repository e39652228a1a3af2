// Computes what state a release is in, for everyone and for a caller who may not see all of its documents.
import { standaloneOperations } from '../platform/db/index.ts';
import { checkActions, type CheckedAction } from './checkActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import {
  actionsIn,
  checkAheadMs,
  releasesIn,
  toEntry,
  type ReleaseEntry,
  type ReleaseStatus,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';

/** A release in an answer. */
export interface ReleaseAnswer extends ReleaseEntry {
  /** Why the last attempt failed; null: there was none, or it is not for the caller. */
  readonly failure: StoredRelease['failure'] | null;
  readonly actions: { readonly meta: { readonly count: number } };
}

/** A release as a caller sees it. */
export interface ReleaseView {
  readonly release: StoredRelease;
  /** Those that the caller may know of. */
  readonly actions: readonly StoredAction[];
  /** Whether these are all. */
  readonly isComplete: boolean;
}

/** @param failure of the last attempt: it counts while no reason is known */
export const statusOf = (
  checked: readonly CheckedAction[],
  failure: StoredRelease['failure'] | undefined,
): Exclude<ReleaseStatus, 'done'> => {
  if (checked.length === 0) return 'empty';
  if (checked.some(({ reasons }) => reasons.length > 0)) return 'blocked';
  return failure === undefined ? 'ready' : 'failed';
};

/** Checks all actions of a release. */
export const checkRelease = async (
  { service, locales }: Pick<ReleaseContext, 'service' | 'locales'>,
  { _id }: StoredRelease,
): Promise<readonly CheckedAction[]> => {
  const unit = await standaloneOperations(service.database);
  const actions = await actionsIn(unit.db).find({ release: _id }).sort({ _id: 1 }).toArray();
  return checkActions({ service, locales, unit }, actions);
};

/**
 * Stores the status of a release that is not done, if it has changed since. What was blocked and can be done now is due at once.
 *
 * @returns the release as stored, or as given if someone else has changed it
 */
export const storeStatus = async (
  { service }: Pick<ReleaseContext, 'service'>,
  release: StoredRelease,
  checked: readonly CheckedAction[],
): Promise<StoredRelease> => {
  const status = statusOf(checked, release.failure);
  if (release.releasedAt !== null || release.status === status) return release;
  const { _id, revision, scheduledAt } = release;
  const isCorrected = status === 'ready' && scheduledAt !== null;
  const due = isCorrected ? { due: new Date(scheduledAt.getTime() - checkAheadMs) } : {};
  const db = await service.database.get();
  const updated = await releasesIn(db).findOneAndUpdate(
    { _id, revision },
    { $set: { status, ...due }, ...(status === 'ready' ? { $unset: { isNotified: 1 } } : {}) },
    { returnDocument: 'after' },
  );
  return updated ?? release;
};

/** The status for the caller. If the caller sees a part, what the other documents are may not show. */
export const visibleStatus = async (
  context: ReleaseContext,
  { release, actions, isComplete }: ReleaseView,
): Promise<ReleaseStatus> => {
  if (isComplete || release.releasedAt !== null) return release.status;
  const { service, locales } = context;
  const unit = await standaloneOperations(service.database);
  return statusOf(await checkActions({ service, locales, unit }, actions), undefined);
};

export const toAnswer = async (context: ReleaseContext, view: ReleaseView): Promise<ReleaseAnswer> => {
  const { release, actions, isComplete } = view;
  return {
    ...{ ...toEntry(release), status: await visibleStatus(context, view) },
    failure: (isComplete ? release.failure : undefined) ?? null,
    actions: { meta: { count: actions.length } },
  };
};
