// Computes what state a release is in, for everyone and for a caller who may not see all of its documents.
import { mayNamePeople } from '../platform/access/index.ts';
import { standaloneOperations } from '../platform/db/index.ts';
import { checkActions } from './checkActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import { asSeen, hiddenAction, type CheckedAction, type SeenAction } from './seenActions.ts';
import {
  actionsIn,
  nextCheck,
  releasesIn,
  toEntry,
  type ReleaseStatus,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';
import { isOwn, type Visibility } from './visibleActions.ts';

/** A release as a caller sees it. */
export interface ReleaseView {
  readonly release: StoredRelease;
  /** Those that the caller may know of: of documents that the caller may read, and the caller's own. */
  readonly actions: readonly StoredAction[];
  /** What the caller may read of their documents; nothing of those that have no entry. */
  readonly visible: Visibility;
  /** The ids of the others. */
  readonly hidden: readonly number[];
  /** Whether the caller may read all that the release is about. */
  readonly isComplete: boolean;
}

/** @param failure of the last attempt: it counts while no reason is known */
export const statusOf = (
  checked: readonly Pick<CheckedAction, 'reasons'>[],
  failure: StoredRelease['failure'] | undefined,
): Exclude<ReleaseStatus, 'done'> => {
  if (checked.length === 0) return 'empty';
  if (checked.some(({ reasons }) => reasons.length > 0)) return 'blocked';
  return failure === undefined ? 'ready' : 'failed';
};

/** Checks all actions of a release. @param prepare chooses among them, and says as whose */
export const checkRelease = async (
  { service, locales }: Pick<ReleaseContext, 'service' | 'locales'>,
  { _id }: StoredRelease,
  prepare: (actions: readonly StoredAction[]) => readonly StoredAction[] = (actions) => actions,
): Promise<readonly CheckedAction[]> => {
  const unit = await standaloneOperations(service.database);
  const actions = await actionsIn(unit.db).find({ release: _id }).sort({ _id: 1 }).toArray();
  return checkActions({ service, locales, unit }, prepare(actions));
};

/**
 * Stores the status of a release that is not done, if it has changed since. What was blocked and can be done now is due at once.
 *
 * @returns the release as stored, or as given if someone else has changed it
 */
export const storeStatus = async (
  { service }: Pick<ReleaseContext, 'service'>,
  release: StoredRelease,
  checked: readonly Pick<CheckedAction, 'reasons'>[],
): Promise<StoredRelease> => {
  const status = statusOf(checked, release.failure);
  if (release.releasedAt !== null || release.status === status) return release;
  const { _id, revision } = release;
  const corrected = [{ $set: { due: nextCheck() } }, { $unset: 'notified' }];
  const db = await service.database.get();
  const updated = await releasesIn(db).findOneAndUpdate(
    { _id, revision },
    [{ $set: { status } }, ...(status === 'ready' ? corrected : [])],
    { returnDocument: 'after' },
  );
  return updated ?? release;
};

/** A release that was checked now, as far as its caller may know of it. */
export interface CheckedView extends ReleaseView {
  readonly seen: readonly SeenAction[];
}

/** Checks what the caller sees of a release, and stores its status if that is all. */
export const checkView = async (context: ReleaseContext, view: ReleaseView): Promise<CheckedView> => {
  const { service, locales } = context;
  const { release, actions, visible, isComplete } = view;
  const unit = await standaloneOperations(service.database);
  // Without the documents that the caller may not see, a value may seem to be taken; with them, their values would show.
  const readable = actions.filter((action) => visible.has(action));
  const checked = await checkActions({ service, locales, unit }, readable);
  const found = new Map(checked.map((one) => [one.action, one]));
  return {
    ...view,
    release: isComplete ? await storeStatus(context, release, checked) : release,
    seen: actions.map((action) => {
      const [one, parts] = [found.get(action), visible.get(action)];
      return one === undefined || parts === undefined ? hiddenAction(action) : asSeen(one, parts);
    }),
  };
};

/** The status for the caller. If the caller sees a part, what the other documents are may not show. */
const visibleStatus = ({ release, visible, isComplete, seen }: CheckedView): ReleaseStatus => {
  if (isComplete || release.releasedAt !== null) return release.status;
  return seen.some(({ action, reasons }) => visible.has(action) && reasons.length > 0) ? 'blocked' : 'ready';
};

/** Whoever may not name people does not read them in the name of the release either. */
const describeAgent = ({ caller }: ReleaseContext, { name: whole, agent }: StoredRelease) => {
  if (agent === undefined) return {};
  const { name, by } = agent;
  if (by === null || mayNamePeople(caller)) return { agent: { name, by } };
  return { name: whole?.replace(` · ${by} · `, ' · ') ?? null, agent: { name, by: null } };
};

export const toAnswer = (context: ReleaseContext, view: CheckedView) => {
  const { release, actions, hidden, isComplete } = view;
  return {
    ...toEntry(release),
    ...describeAgent(context, release),
    ...{ status: visibleStatus(view), isOwn: isOwn(context, release.createdBy) },
    failure: (isComplete ? release.failure : undefined) ?? null,
    actions: { meta: { count: actions.length, hidden: hidden.length } },
  };
};

/** A release in an answer. */
export type ReleaseAnswer = ReturnType<typeof toAnswer>;

/** For callers who see everything, the status that is stored counts; for others, the release is checked. */
export const answerOf = async (context: ReleaseContext, view: ReleaseView) => {
  const isKnown = view.isComplete || view.release.releasedAt !== null;
  return toAnswer(context, isKnown ? { ...view, seen: [] } : await checkView(context, view));
};
