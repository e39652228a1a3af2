// Finds releases and what of them a caller may see, and refuses what a caller may not do to a release.
import type { Filter } from 'mongodb';
import { ApiError, forbidden } from '../errors.ts';
import { hasPermission, releasesUid, requirePermission, type Caller } from '../platform/access/index.ts';
import { standaloneOperations } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { collectVisible } from '../read/execute/index.ts';
import { checkWritable } from '../write/permissions/index.ts';
import { findReleaseContext, releasableType, releaseNotFound, type ReleaseContext } from './releaseContext.ts';
import type { ReleaseView } from './releaseState.ts';
import { actionsIn, releasesIn, writtenLocaleOf, type StoredAction, type StoredRelease } from './storedReleases.ts';
import { findVisibility, isOwn, type Visibility } from './visibleActions.ts';

/** What the caller sees of a release. @param all its actions */
export const toView = (
  context: ReleaseContext,
  release: StoredRelease,
  all: readonly StoredAction[],
  visible: Visibility,
): ReleaseView => {
  const isKnown = (action: StoredAction): boolean => visible.has(action) || isOwn(context, action.author);
  return {
    ...{ release, visible, actions: all.filter(isKnown) },
    hidden: all.filter((action) => !isKnown(action)).map(({ _id }) => _id),
    isComplete: all.every((action) => visible.get(action)?.isWhole === true),
  };
};

/**
 * Whether a release exists for the caller: a caller knows of one of its actions, owns it, or may read all releases. The schedule of a
 * hidden document does not.
 */
const exists = (context: ReleaseContext, { release, actions }: ReleaseView): boolean =>
  actions.length > 0 ||
  isOwn(context, release.createdBy) ||
  (release.name !== null && hasPermission(context.caller, 'read', releasesUid));

/** What the caller sees of releases, without those that do not exist for the caller. */
export const viewsOf = async (
  context: ReleaseContext,
  releases: readonly StoredRelease[],
): Promise<readonly ReleaseView[]> => {
  const db = await context.service.database.get();
  const ids = releases.map(({ _id }) => _id);
  const all = await actionsIn(db)
    .find({ release: { $in: ids } })
    .sort({ _id: 1 })
    .toArray();
  const visible = await findVisibility(context, all);
  const byRelease = new Map<number, StoredAction[]>(ids.map((id) => [id, []]));
  for (const action of all) byRelease.get(action.release)?.push(action);
  return releases
    .map((release) => toView(context, release, byRelease.get(release._id) ?? [], visible))
    .filter((view) => exists(context, view));
};

/** @returns those of the ids whose releases exist for the caller */
export const findReadableReleases = async (
  service: Service,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const context = await findReleaseContext(service, caller);
  const releases = releasesIn(await service.database.get()).find({ _id: { $in: [...ids] } });
  const views = context === undefined ? [] : await viewsOf(context, await releases.toArray());
  return new Set(views.map(({ release }) => release._id));
};

/** Which releases a page has. */
export interface ReleasePage {
  readonly pageSize: number;
  /** Only releases with smaller ids; undefined: the newest. */
  readonly before: number | undefined;
}

/**
 * Finds releases, the newest first. The cursor is the id of the last release that was looked at: ids are consecutive, so it tells nothing
 * that they do not.
 */
export const findPage = async (
  context: ReleaseContext,
  filter: Filter<StoredRelease>,
  { pageSize, before }: ReleasePage,
): Promise<{ readonly views: readonly ReleaseView[]; readonly nextCursor: string | null }> => {
  const releases = releasesIn(await context.service.database.get());
  const readBatch = (last: StoredRelease | undefined, limit: number): Promise<readonly StoredRelease[]> => {
    const end = last?._id ?? before;
    return releases
      .find(end === undefined ? filter : { $and: [filter, { _id: { $lt: end } }] })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray();
  };
  const { found, last } = await collectVisible(
    pageSize,
    readBatch,
    (batch) => viewsOf(context, batch),
    ({ actionCount }) => actionCount,
  );
  const views = found.slice(0, pageSize);
  const end = found.length > views.length ? views.at(-1)?.release : last;
  return { views, nextCursor: end === undefined ? null : String(end._id) };
};

/** @throws ApiError 404 if the release does not exist for the caller */
export const findRelease = async (context: ReleaseContext, id: number): Promise<ReleaseView> => {
  const db = await context.service.database.get();
  const release = await releasesIn(db).findOne({ _id: id });
  const [view] = release === null ? [] : await viewsOf(context, [release]);
  if (view === undefined) throw releaseNotFound();
  return view;
};

/** @throws ApiError 403 if the caller may not publish the document, 404 if it does not exist for the caller */
export const checkPublishable = async (
  { service, caller, locales }: ReleaseContext,
  action: Pick<StoredAction, 'contentType' | 'documentId' | 'locale'>,
): Promise<void> => {
  const type = releasableType(service.schema, action.contentType);
  if (type === undefined) return;
  requirePermission(caller, 'publish', type.uid);
  const unit = await standaloneOperations(service.database);
  const context = { service, caller, locales, type, locale: writtenLocaleOf(action) };
  await checkWritable(context, 'publish', action.documentId, unit);
};

/**
 * For the other documents, the rights of their authors count.
 *
 * @throws ApiError 403 unless the caller may publish each document of the release that the caller may read
 */
export const requirePublishable = async (context: ReleaseContext, { actions, visible }: ReleaseView): Promise<void> => {
  for (const action of actions)
    if (visible.has(action))
      await checkPublishable(context, action).catch((error: unknown) => {
        // What is deleted can be removed, and cannot be published by anyone.
        if (error instanceof ApiError && error.status === 404) return;
        throw error;
      });
};

/** What a permission on releases permits. */
type ReleaseRight = 'update' | 'publish' | 'delete';

/** Whether the caller may do this to a release that is no schedule. */
export const hasRight = (context: ReleaseContext, { createdBy }: StoredRelease, right: ReleaseRight): boolean =>
  isOwn(context, createdBy) || hasPermission(context.caller, right, releasesUid);

/**
 * A schedule needs the right to publish its document, like the routes below the document.
 *
 * @throws ApiError 403 unless the caller owns the release or has the permission
 */
export const requireRight = async (context: ReleaseContext, view: ReleaseView, right: ReleaseRight): Promise<void> => {
  const { release } = view;
  const isOthersSchedule = release.name === null && !isOwn(context, release.createdBy);
  if (isOthersSchedule && !view.isComplete) throw forbidden();
  if (release.name !== null && !hasRight(context, release, right))
    throw forbidden(`Only the owner of the release, and callers with ${releasesUid}.${right}, may do this`);
  if (isOthersSchedule) await requirePublishable(context, view);
};
