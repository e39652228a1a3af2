// Finds releases and what of them a caller may see, and refuses changes of a release with documents that the caller may not publish.
import { ApiError, forbidden } from '../errors.ts';
import { hasPermission } from '../platform/access/index.ts';
import { standaloneOperations } from '../platform/db/index.ts';
import { checkWritable } from '../write/permissions/index.ts';
import { releasableType, releaseNotFound, type ReleaseContext } from './releaseContext.ts';
import type { ReleaseView } from './releaseState.ts';
import { actionsIn, releasesIn, writtenLocaleOf, type StoredAction, type StoredRelease } from './storedReleases.ts';
import { isOwn, visibleActions } from './visibleActions.ts';

/** What the caller sees of releases. A release with documents, of which the caller may see none, does not exist for the caller. */
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
  const visible = new Set(await visibleActions(context, all));
  return releases.flatMap((release) => {
    const own = all.filter((action) => action.release === release._id);
    const actions = own.filter((action) => visible.has(action));
    const exists = own.length === 0 || actions.length > 0 || isOwn(context, release.createdBy);
    return exists ? [{ release, actions, isComplete: actions.length === own.length }] : [];
  });
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
  if (!hasPermission(caller, 'publish', type.uid)) throw forbidden();
  const unit = await standaloneOperations(service.database);
  const context = { service, caller, locales, type, locale: writtenLocaleOf(action) };
  await checkWritable(context, 'publish', action.documentId, unit);
};

/** @throws ApiError 403 unless the caller sees all documents of the release, and may publish each */
export const requireWhole = async (context: ReleaseContext, { actions, isComplete }: ReleaseView): Promise<void> => {
  const refusal = (): ApiError => forbidden('The release has documents that you may not publish');
  if (!isComplete) throw refusal();
  for (const action of actions)
    await checkPublishable(context, action).catch((error: unknown) => {
      // What is deleted can be removed, and cannot be published by anyone.
      if (error instanceof ApiError && error.status === 404) return;
      throw error instanceof ApiError && error.status === 403 ? refusal() : error;
    });
};
