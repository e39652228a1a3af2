// Stores a release of another system, with its actions and their state.
import { ApiError } from '../errors.ts';
import { runInTransaction } from '../write/documents/index.ts';
import { insertActions, resolveAction, type NewAction, type ResolvedAction } from './releaseActions.ts';
import { authorOf, type ReleaseContext } from './releaseContext.ts';
import { newRelease, readRelease } from './releases.ts';
import { releasesIn } from './storedReleases.ts';
import { isTimezone, zonedTimeOf } from './zonedTimes.ts';

/** A release as the other system has it. */
export interface ForeignRelease {
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** null: it is not done. */
  readonly releasedAt: Date | null;
  /** null: it has no moment. */
  readonly scheduledAt: Date | null;
  /** A name of the time zone database; another one is read as UTC. */
  readonly timezone: string;
  readonly actions: readonly NewAction[];
}

/** An action that no release of Lectern can have. */
export interface RefusedAction {
  readonly action: NewAction;
  readonly message: string;
}

/** What became of a release. `known`: an earlier import stored it. */
export interface ImportedRelease {
  readonly outcome: 'planned' | 'done' | 'known';
  /** Whether its moment is over, so that it waits for somebody who publishes it. */
  readonly isLate: boolean;
  readonly refused: readonly RefusedAction[];
}

/** The type of an action: a project that moved here may have given it the uid that its own name makes. */
const findType = ({ service: { schema } }: ReleaseContext, uid: string) => {
  const name = uid.slice(uid.indexOf('.') + 1);
  const types = [...schema.served.values()];
  return types.find((type) => type.uid === uid) ?? types.find((type) => type.uid === `api::${name}.${name}`);
};

const resolveAll = async (
  context: ReleaseContext,
  actions: readonly NewAction[],
): Promise<{ readonly resolved: readonly ResolvedAction[]; readonly refused: readonly RefusedAction[] }> => {
  const resolved: ResolvedAction[] = [];
  const refused: RefusedAction[] = [];
  for (const action of actions) {
    const type = findType(context, action.contentType);
    const locale = type?.localized === true ? action.locale : undefined;
    try {
      resolved.push(await resolveAction(context, { ...action, contentType: type?.uid ?? action.contentType, locale }));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      refused.push({ action, message: error.message });
    }
  }
  return { resolved, refused };
};

/**
 * Stores a release with those of its actions whose documents exist. What is done stays done: nothing is published, and no event
 * is written. A release whose moment is over, and that is not done, loses its moment, because a sweep would publish it at once.
 *
 * @param context of the command line, whose rights count when the release is executed
 * @throws ApiError 400 for more than 500 documents
 */
export const importRelease = async (context: ReleaseContext, release: ForeignRelease): Promise<ImportedRelease> => {
  const { service } = context;
  const { name, createdAt, updatedAt, releasedAt, scheduledAt } = release;
  const releases = releasesIn(await service.database.get());
  if ((await releases.findOne({ name, createdAt })) !== null) return { outcome: 'known', isLate: false, refused: [] };
  const isDone = releasedAt !== null;
  const isLate = !isDone && scheduledAt !== null && scheduledAt <= service.now();
  const timezone = isTimezone(release.timezone) ? release.timezone : 'UTC';
  const time = scheduledAt === null || isLate ? null : zonedTimeOf(scheduledAt, timezone);
  const { resolved, refused } = await resolveAll(context, release.actions);
  const stored = { ...(await newRelease(service, authorOf(context.caller), name, time)), createdAt, updatedAt };
  await runInTransaction(service, async (unit) => {
    await releasesIn(unit.db).insertOne(stored, unit.options);
    await insertActions(context, unit, stored._id, resolved);
    const done = isDone
      ? { $set: { releasedAt, status: 'done', updatedAt } as const, $unset: { due: 1 } as const }
      : {};
    await releasesIn(unit.db).updateOne({ _id: stored._id }, { $set: { updatedAt }, ...done }, unit.options);
  });
  if (!isDone) await readRelease(context, stored._id);
  return { outcome: isDone ? 'done' : 'planned', isLate, refused };
};
