// Finds the releases of documents, and plans the publication of a single document: a release without a name, with one action.
import { ApiError, documentNotFound, notFound } from '../errors.ts';
import { requirePermission, type Caller } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { runInTransaction } from '../write/documents/index.ts';
import { insertActions, readActions, resolveAction, type ActionAnswer } from './releaseActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import type { DocumentQuery, DocumentsQuery, NewAction, NewSchedule } from './releaseRequests.ts';
import { newRelease, recordRelease, refusePast, removeRelease } from './releases.ts';
import { toAnswer, visibleStatus, type ReleaseAnswer } from './releaseState.ts';
import { viewsOf } from './releaseViews.ts';
import {
  actionsIn,
  coversLocale,
  everyLocale,
  releasesIn,
  toEntry,
  type ActionType,
  type ReleaseEntry,
  type ReleaseStatus,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';
import { visibleActions } from './visibleActions.ts';

/** A release that is not done, with what it does to a document. */
export interface ReleaseOfDocument extends Pick<
  ReleaseEntry,
  'id' | 'name' | 'scheduledAt' | 'timezone' | 'localTime' | 'status'
> {
  readonly type: ActionType;
  readonly locale: string | null;
}

interface PlannedAction {
  readonly action: StoredAction;
  readonly release: StoredRelease;
}

/** The actions of documents in releases that are not done, as far as the caller may know of them. */
const findPlanned = async (
  context: ReleaseContext,
  contentType: string,
  documentIds: readonly string[],
): Promise<readonly PlannedAction[]> => {
  const db = await context.service.database.get();
  const found = await actionsIn(db)
    .find({ contentType, documentId: { $in: [...documentIds] } })
    .sort({ _id: 1 })
    .toArray();
  const actions = await visibleActions(context, found);
  const ids = actions.map(({ release }) => release);
  const releases = await releasesIn(db)
    .find({ _id: { $in: ids }, releasedAt: null })
    .toArray();
  return actions.flatMap((action) => {
    const release = releases.find(({ _id }) => _id === action.release);
    return release === undefined ? [] : [{ action, release }];
  });
};

/** @returns by documentId, the releases that are not done; documents without one have an empty list */
export const mapDocuments = async (
  context: ReleaseContext,
  { contentType, documentIds, locale }: DocumentsQuery,
): Promise<Readonly<Record<string, readonly ReleaseOfDocument[]>>> => {
  const planned = await findPlanned(context, contentType, documentIds);
  const statuses = new Map<number, ReleaseStatus>();
  for (const view of await viewsOf(context, [...new Set(planned.map(({ release }) => release))]))
    statuses.set(view.release._id, await visibleStatus(context, view));
  const isInLocale = ({ action }: PlannedAction): boolean =>
    locale === undefined || action.locale === null || coversLocale(action, locale);
  return Object.fromEntries(
    documentIds.map((documentId) => [
      documentId,
      planned
        .filter(({ action }) => action.documentId === documentId)
        .filter(isInLocale)
        .map(({ action, release }) => {
          const { id, name, scheduledAt, timezone, localTime } = toEntry(release);
          const status = statuses.get(id) ?? release.status;
          return { id, name, scheduledAt, timezone, localTime, status, type: action.type, locale: action.locale };
        }),
    ]),
  );
};

/** A release with what it does to a document, as Strapi lists it. */
export type AttachedRelease = Omit<ReleaseAnswer, 'actions'> & {
  readonly actions: readonly Pick<ActionAnswer, 'id' | 'type'>[] | ReleaseAnswer['actions'];
};

/** The most releases without a document that a list has. */
const maxListed = 100;

/**
 * Lists planned releases, the newest first, without the schedules of single documents: those with a document, or at most 100
 * without it.
 *
 * @throws ApiError as `readSchedules`
 */
export const listByDocument = async (
  context: ReleaseContext,
  { isAttached, ...document }: DocumentQuery,
): Promise<readonly AttachedRelease[]> => {
  const { contentType, documentId, locale } = await resolveAction(context, { ...document, type: 'publish' });
  const isInLocale = ({ action }: PlannedAction): boolean => locale === everyLocale || coversLocale(action, locale);
  const planned = (await findPlanned(context, contentType, [documentId])).filter(isInLocale);
  const ids = planned.map(({ release }) => release._id);
  const found = await releasesIn(await context.service.database.get())
    .find({ _id: isAttached ? { $in: ids } : { $nin: ids }, releasedAt: null, name: { $ne: null } })
    .sort({ _id: -1 })
    .limit(isAttached ? 0 : maxListed)
    .toArray();
  const answers: AttachedRelease[] = [];
  for (const view of await viewsOf(context, found)) {
    const answer = await toAnswer(context, view);
    const own = planned.filter(({ action }) => action.release === answer.id);
    const actions = own.map(({ action: { _id: id, type } }) => ({ id, type }));
    answers.push(isAttached ? { ...answer, actions } : answer);
  }
  return answers;
};

/** The planned publication or unpublication of a document. */
export interface ScheduleAnswer
  extends
    Pick<ReleaseEntry, 'scheduledAt' | 'timezone' | 'localTime' | 'status'>,
    Pick<ActionAnswer, 'type' | 'locale'> {
  /** The id of its release. */
  readonly release: number;
  readonly isEntryValid: boolean;
  readonly reasons: ActionAnswer['reasons'];
  readonly failure: StoredRelease['failure'] | null;
}

/** A document, or the document of a single type, in one locale or all (`*`). */
export type ScheduledDocument = Omit<NewAction, 'type'>;

const schedulesOf = async (context: ReleaseContext, document: ScheduledDocument): Promise<readonly PlannedAction[]> => {
  const { contentType, documentId, locale } = await resolveAction(context, { ...document, type: 'publish' });
  const planned = await findPlanned(context, contentType, [documentId]);
  return planned.filter(({ action, release }) => release.name === null && action.locale === locale);
};

const describe = async (context: ReleaseContext, id: number): Promise<readonly ScheduleAnswer[]> => {
  const { view, actions } = await readActions(context, id);
  const { scheduledAt, timezone, localTime, status, failure } = await toAnswer(context, view);
  return actions.map(({ type, locale, isEntryValid, reasons }) => ({
    ...{ release: id, type, locale, scheduledAt, timezone, localTime, status, isEntryValid, reasons, failure },
  }));
};

/** @throws ApiError 404 if the document does not exist for the caller, 403 if the caller may not publish it */
export const readSchedules = async (
  context: ReleaseContext,
  document: ScheduledDocument,
): Promise<readonly ScheduleAnswer[]> => {
  const answers: ScheduleAnswer[] = [];
  for (const { release } of await schedulesOf(context, document))
    answers.push(...(await describe(context, release._id)));
  return answers;
};

/**
 * Removes all plans of a kind but the newest: requests at the same time do not see each other's.
 *
 * @returns the release of the newest
 */
const keepNewest = async (
  context: ReleaseContext,
  document: ScheduledDocument,
  type: ActionType,
): Promise<number | undefined> => {
  const planned = (await schedulesOf(context, document)).filter(({ action }) => action.type === type);
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

/** Plans the publication, or replaces its plan. @throws ApiError as `readSchedules`; 400 for a time in the past */
export const schedule = async (
  context: ReleaseContext,
  document: ScheduledDocument,
  { type, time }: NewSchedule,
): Promise<readonly ScheduleAnswer[]> => {
  refusePast(context, time);
  const action = await resolveAction(context, { ...document, type });
  const earlier = (await schedulesOf(context, document)).filter((one) => one.action.type === type);
  const release = await newRelease(context, null, time);
  await runInTransaction(context.service, async (unit) => {
    for (const one of earlier) await removeRelease(context, unit, one.release);
    await releasesIn(unit.db).insertOne(release, unit.options);
    await insertActions(context, unit, release._id, [action]);
    await recordRelease(context, unit, 'release.create', release);
  });
  return describe(context, (await keepNewest(context, document, type)) ?? release._id);
};

/** Removes plans. @param type undefined: both. @throws ApiError as `readSchedules`; 404 if there is none */
export const unschedule = async (
  context: ReleaseContext,
  document: ScheduledDocument,
  type: ActionType | undefined,
): Promise<void> => {
  const all = await schedulesOf(context, document);
  const planned = all.filter(({ action }) => type === undefined || action.type === type);
  if (planned.length === 0) throw documentNotFound();
  await runInTransaction(context.service, async (unit) => {
    for (const { release } of planned) await removeRelease(context, unit, release);
  });
};

/** @throws ApiError 404 for a path without a type that can be published */
export const scheduledDocument = (
  { schema }: Pick<Service, 'schema'>,
  contentType: string | undefined,
  documentId: string | undefined,
  query: string,
): ScheduledDocument => {
  const type = schema.served.get(contentType ?? '');
  if (type === undefined || (type.kind === 'singleType') !== (documentId === undefined)) throw notFound();
  if (!type.draftAndPublish) throw notFound();
  const locale = new URLSearchParams(query).get('locale') ?? undefined;
  return { contentType: type.uid, entryDocumentId: documentId, locale };
};

/** @throws ApiError 403 for a caller who may not read and publish documents of the type */
export const requireScheduling = (caller: Caller, { contentType, entryDocumentId }: ScheduledDocument): void => {
  requirePermission(caller, 'publish', contentType);
  requirePermission(caller, 'find', contentType);
  if (entryDocumentId !== undefined) requirePermission(caller, 'findOne', contentType);
};
