// Finds the releases of documents.
import { resolveAction, type NewAction } from './releaseActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import { answerOf, checkView, toAnswer, type ReleaseAnswer, type ReleaseView } from './releaseState.ts';
import { findPage, viewsOf, type ReleasePage } from './releaseViews.ts';
import {
  actionsIn,
  coversLocale,
  everyLocale,
  releasesIn,
  toEntry,
  type ActionType,
  type ReleaseStatus,
  type StoredAction,
  type StoredRelease,
} from './storedReleases.ts';
import { findVisibility, isOwn } from './visibleActions.ts';

/** An action of a release that is not done. */
export interface PlannedAction {
  readonly action: StoredAction;
  readonly release: StoredRelease;
}

/** The actions of documents in releases that are not done, as far as the caller may know of them. */
export const findPlanned = async (
  context: ReleaseContext,
  contentType: string,
  documentIds: readonly string[],
): Promise<readonly PlannedAction[]> => {
  const db = await context.service.database.get();
  const found = await actionsIn(db)
    .find({ contentType, documentId: { $in: [...documentIds] } })
    .sort({ _id: 1 })
    .toArray();
  const visible = await findVisibility(context, found);
  const actions = found.filter((action) => visible.has(action) || isOwn(context, action.author));
  const ids = actions.map(({ release }) => release);
  const releases = await releasesIn(db)
    .find({ _id: { $in: ids }, releasedAt: null })
    .toArray();
  return actions.flatMap((action) => {
    const release = releases.find(({ _id }) => _id === action.release);
    return release === undefined ? [] : [{ action, release }];
  });
};

/** The form of a document asks about it after each save, which may have corrected what prevents the release. */
const statusNow = async (context: ReleaseContext, view: ReleaseView, isOne: boolean): Promise<ReleaseStatus> =>
  isOne && view.release.status === 'blocked'
    ? toAnswer(context, await checkView(context, view)).status
    : (await answerOf(context, view)).status;

/**
 * @param locale undefined: all
 * @returns by documentId, the releases that are not done; documents without one have an empty list
 */
export const mapDocuments = async (
  context: ReleaseContext,
  contentType: string,
  documentIds: readonly string[],
  locale: string | undefined,
) => {
  const planned = await findPlanned(context, contentType, documentIds);
  const statuses = new Map<number, ReleaseStatus>();
  for (const view of await viewsOf(context, [...new Set(planned.map(({ release }) => release))]))
    statuses.set(view.release._id, await statusNow(context, view, documentIds.length === 1));
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
          const { type, locale: ofAction } = action;
          const common = { id, name, scheduledAt, timezone, localTime, status, type, locale: ofAction };
          return { ...common, isOwn: isOwn(context, release.createdBy) };
        }),
    ]),
  );
};

/** A release with what it does to a document, as Strapi lists it. */
type AttachedRelease = Omit<ReleaseAnswer, 'actions'> & {
  readonly actions: readonly { readonly id: number; readonly type: ActionType }[];
};

/**
 * Lists planned releases, the newest first, without the schedules of single documents.
 *
 * @param isAttached whether the list has the releases with the document, or those without it
 * @throws ApiError 404 if neither version exists for the caller, 403 if the caller may not publish the document
 */
export const listByDocument = async (
  context: ReleaseContext,
  document: Omit<NewAction, 'type'>,
  isAttached: boolean,
  page: ReleasePage,
) => {
  const { contentType, documentId, locale } = await resolveAction(context, { ...document, type: 'unpublish' });
  const isInLocale = ({ action }: PlannedAction): boolean => locale === everyLocale || coversLocale(action, locale);
  const planned = (await findPlanned(context, contentType, [documentId])).filter(isInLocale);
  const ids = planned.map(({ release }) => release._id);
  const filter = { _id: isAttached ? { $in: ids } : { $nin: ids }, releasedAt: null, name: { $ne: null } };
  const { views, nextCursor } = await findPage(context, filter, page);
  const data: (ReleaseAnswer | AttachedRelease)[] = [];
  for (const view of views) {
    const answer = await answerOf(context, view);
    const own = planned.filter(({ action }) => action.release === answer.id);
    const actions = own.map(({ action: { _id: id, type } }) => ({ id, type }));
    data.push(isAttached ? { ...answer, actions } : answer);
  }
  return { data, nextCursor };
};
