// Plans the publication of a single document: a release without a name, with one action.
import { ApiError, documentNotFound } from '../../errors.ts';
import { runInTransaction } from '../../write/documents/index.ts';
import { findPlanned, type PlannedAction } from '../documentReleases.ts';
import { insertActions, readActions, resolveAction, type NewAction } from '../releaseActions.ts';
import { recordRelease } from '../recordRelease.ts';
import { authorOf, type ReleaseContext } from '../releaseContext.ts';
import { newRelease, refusePast, removeRelease } from '../releases.ts';
import { toAnswer } from '../releaseState.ts';
import { releasesIn, type ActionType } from '../storedReleases.ts';
import type { ZonedTime } from '../zonedTimes.ts';

/** A caller who may plan, and a document, or that of a single type, in one locale or all (`*`). */
export interface ScheduleContext extends ReleaseContext, Omit<NewAction, 'type'> {}

const actionOf = ({ contentType, entryDocumentId, locale }: ScheduleContext, type: ActionType): NewAction => ({
  ...{ contentType, entryDocumentId, locale, type },
});

const findSchedules = async (context: ScheduleContext): Promise<readonly PlannedAction[]> => {
  // To read either version is enough: a plan that is about the other one is left out.
  const { contentType, documentId, locale } = await resolveAction(context, actionOf(context, 'unpublish'));
  const planned = await findPlanned(context, contentType, [documentId]);
  return planned.filter(({ action, release }) => release.name === null && action.locale === locale);
};

const describeSchedule = async (context: ReleaseContext, id: number) => {
  const { view, actions } = await readActions(context, id);
  const { scheduledAt, timezone, localTime, status, failure } = toAnswer(context, view);
  return actions.map(({ type, locale, isEntryValid, reasons }) => ({
    ...{ release: id, type, locale, scheduledAt, timezone, localTime, status, isEntryValid, reasons, failure },
  }));
};

/** @throws ApiError 404 if the document does not exist for the caller, 403 if the caller may not publish it */
export const readSchedules = async (context: ScheduleContext) => {
  const answers = [];
  for (const { release } of await findSchedules(context))
    answers.push(...(await describeSchedule(context, release._id)));
  return answers;
};

/**
 * Removes all plans of a kind but the newest: requests at the same time do not see each other's.
 *
 * @returns the release of the newest
 */
const keepNewest = async (context: ScheduleContext, type: ActionType): Promise<number | undefined> => {
  const planned = (await findSchedules(context)).filter(({ action }) => action.type === type);
  const newest = Math.max(...planned.map(({ release }) => release._id));
  for (const { release } of planned)
    if (release._id !== newest)
      await runInTransaction(context.service, (unit) => removeRelease(context, unit, release)).catch(
        (error: unknown) => {
          // Another request has removed it, or it is done.
          if (!(error instanceof ApiError)) throw error;
        },
      );
  return planned.length === 0 ? undefined : newest;
};

const maxAttempts = 10;

/** Tries again if a plan does not exist any more: requests at the same time replace each other's. */
const retryIfNotFound = async <T>(work: () => Promise<T>, attempts = maxAttempts): Promise<T> =>
  work().catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404 || attempts === 1) throw error;
    return retryIfNotFound(work, attempts - 1);
  });

/** Plans the publication, or replaces its plan. @throws ApiError as `readSchedules`; 400 for a time in the past */
export const schedule = async (context: ScheduleContext, type: ActionType, time: ZonedTime) => {
  refusePast(context, time);
  const action = await resolveAction(context, actionOf(context, type));
  const release = await newRelease(context.service, authorOf(context.caller), null, time);
  await retryIfNotFound(async () => {
    const earlier = (await findSchedules(context)).filter((one) => one.action.type === type);
    await runInTransaction(context.service, async (unit) => {
      for (const one of earlier) await removeRelease(context, unit, one.release);
      await releasesIn(unit.db).insertOne(release, unit.options);
      await insertActions(context, unit, release._id, [action]);
      await recordRelease(context, unit, 'release.create', release);
    });
  });
  return retryIfNotFound(async () => describeSchedule(context, (await keepNewest(context, type)) ?? release._id));
};

/** Removes plans. @param type undefined: both. @throws ApiError as `readSchedules`; 404 if there is none */
export const unschedule = async (context: ScheduleContext, type: ActionType | undefined): Promise<void> => {
  const all = await findSchedules(context);
  const planned = all.filter(({ action }) => type === undefined || action.type === type);
  if (planned.length === 0) throw documentNotFound();
  await runInTransaction(context.service, async (unit) => {
    for (const { release } of planned) await removeRelease(context, unit, release);
  });
};
