// Lists, creates, changes and deletes releases.
import type { Filter } from 'mongodb';
import { conflict, invalidValues, type ApiError } from '../errors.ts';
import { releasesUid, requirePermission } from '../platform/access/index.ts';
import { collections, type Transaction } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';
import { runInTransaction } from '../write/documents/index.ts';
import type { PlannedDocument } from './contract.ts';
import { findPlannedDocuments } from './plannedDocuments.ts';
import { recordRelease } from './recordRelease.ts';
import { authorOf, releaseNotFound, type ReleaseContext } from './releaseContext.ts';
import { checkView, answerOf, toAnswer, type ReleaseAnswer } from './releaseState.ts';
import { findPage, findRelease, requirePublishable, requireRight, toView, type ReleasePage } from './releaseViews.ts';
import {
  actionsIn,
  agentAuthor,
  endOfAgentSession,
  releasesIn,
  scheduleFields,
  type StoredRelease,
} from './storedReleases.ts';
import { momentOf, type ZonedTime } from './zonedTimes.ts';

/** @throws ApiError 400 for a time in the past */
export const refusePast = ({ service }: ReleaseContext, time: ZonedTime): void => {
  if (momentOf(time) <= service.now())
    throw invalidValues([
      { path: ['scheduledAt'], message: 'scheduledAt must be in the future', value: time.localTime },
    ]);
};

/** The values of a release without actions. */
export const newRelease = async (
  service: Service,
  createdBy: string | null,
  name: string | null,
  time: ZonedTime | null,
): Promise<StoredRelease> => {
  const now = service.now();
  return {
    ...{ _id: await service.sequences.next(collections.releases), name, createdBy },
    ...{ createdAt: now, updatedAt: now, revision: 1, status: 'empty', releasedAt: null, actionCount: 0 },
    ...scheduleFields(time),
  };
};

/** @throws ApiError 403 without the permission to create releases, 400 for a time in the past */
export const createRelease = async (
  context: ReleaseContext,
  name: string,
  time: ZonedTime | null,
): Promise<ReleaseAnswer> => {
  requirePermission(context.caller, 'create', releasesUid);
  if (time !== null) refusePast(context, time);
  const release = await newRelease(context.service, authorOf(context.caller), name, time);
  await runInTransaction(context.service, async (unit) => {
    await releasesIn(unit.db).insertOne(release, unit.options);
    await recordRelease(context, unit, 'release.create', release);
  });
  return answerOf(context, toView(context, release, [], new Map()));
};

/** Which releases a list has. */
export interface ReleaseFilter {
  /** `pending`: not done yet. */
  readonly state?: 'pending' | 'done' | undefined;
  /** Only those whose planned time, or the time at which they were done, is in this range. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Whether the list has the schedules of single documents too. */
  readonly withSchedules?: boolean;
}

/** The stored releases of a list. */
export const filterOf = ({ state, from, to, withSchedules = false }: ReleaseFilter): Filter<StoredRelease> => {
  const range = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
  const inRange = Object.keys(range).length === 0 ? {} : { $or: [{ scheduledAt: range }, { releasedAt: range }] };
  return {
    ...(withSchedules ? {} : { name: { $ne: null } }),
    ...(state === undefined ? {} : { releasedAt: state === 'done' ? { $ne: null } : null }),
    ...inRange,
  };
};

/**
 * Lists releases, the newest first, without those that the caller may not see. A page with few of them may have a next one.
 */
export const listReleases = async (context: ReleaseContext, filter: ReleaseFilter, page: ReleasePage) => {
  const { views, nextCursor } = await findPage(context, filterOf(filter), page);
  const documents = await findPlannedDocuments(context, views);
  /** A schedule has its document; null if the caller may not read it any more. */
  const data: (ReleaseAnswer & { readonly document?: PlannedDocument | null })[] = [];
  for (const view of views) {
    const { _id, name } = view.release;
    const document = name === null ? { document: documents.get(_id) ?? null } : {};
    data.push({ ...(await answerOf(context, view)), ...document });
  }
  return { data, nextCursor };
};

/** Reads a release, whose status is computed now. @throws ApiError 404 */
export const readRelease = async (context: ReleaseContext, id: number): Promise<ReleaseAnswer> => {
  const view = await findRelease(context, id);
  return view.release.releasedAt === null ? toAnswer(context, await checkView(context, view)) : answerOf(context, view);
};

export const alreadyDone = (): ApiError => conflict('The release is done: it cannot be changed any more');

/** Makes the rights of a caller count for those of the actions, by their ids, that an agent added. */
export const takeOver = async (
  { db, options }: Transaction,
  author: string | null,
  ids: readonly number[],
): Promise<void> => {
  const _id = { $in: [...ids] };
  await actionsIn(db).updateMany({ _id, author: agentAuthor }, { $set: { author } }, options);
};

/**
 * @param name undefined: it stays
 * @param time undefined: it stays
 * @throws ApiError 404; 403 without the right to update it or, to plan it, to publish it; 409 if it is done; 400 for a time in the
 *   past, and for the name of a schedule
 */
export const updateRelease = async (
  context: ReleaseContext,
  id: number,
  name: string | undefined,
  time: ZonedTime | null | undefined,
): Promise<ReleaseAnswer> => {
  const view = await findRelease(context, id);
  await requireRight(context, view, 'update');
  const isPlanned = time !== undefined && time !== null;
  // Whoever plans a release publishes it at that moment.
  if (isPlanned) await requireRight(context, view, 'publish');
  if (name !== undefined && view.release.name === null)
    throw invalidValues([{ path: ['name'], message: 'The schedule of a document has no name', value: name }]);
  if (isPlanned) refusePast(context, time);
  const taken = isPlanned ? view.actions.filter(({ author }) => author === agentAuthor) : [];
  await requirePublishable(context, { ...view, actions: taken });
  const takenIds = taken.map(({ _id }) => _id);
  const changed = [...(name === undefined ? [] : ['name']), ...(time === undefined ? [] : ['scheduledAt'])];
  await runInTransaction(context.service, async (unit) => {
    if (taken.length > 0) await takeOver(unit, authorOf(context.caller), takenIds);
    const $set = {
      ...(time === undefined ? {} : scheduleFields(time)),
      ...(name === undefined ? {} : { name }),
      updatedAt: context.service.now(),
    };
    const { matchedCount } = await releasesIn(unit.db).updateOne(
      { _id: id, releasedAt: null },
      { $set, $unset: { failure: 1, ...(isPlanned ? endOfAgentSession : {}) }, $inc: { revision: 1 } },
      unit.options,
    );
    if (matchedCount === 0) throw alreadyDone();
    await recordRelease(
      context,
      unit,
      'release.update',
      { ...view.release, ...(name === undefined ? {} : { name }) },
      changed,
    );
  });
  return readRelease(context, id);
};

/** Deletes a release, also a done one, and nothing of its documents. @throws ApiError 404; 403 without the right to delete it */
export const deleteRelease = async (context: ReleaseContext, id: number): Promise<ReleaseAnswer> => {
  const view = await findRelease(context, id);
  await requireRight(context, view, 'delete');
  await runInTransaction(context.service, (unit) => removeRelease(context, unit, view.release));
  return answerOf(context, view);
};

/** @throws ApiError 404 if it does not exist any more, 409 if it is done since it was read */
export const removeRelease = async (
  context: ReleaseContext,
  unit: Transaction,
  release: Pick<StoredRelease, '_id' | 'name' | 'releasedAt'>,
): Promise<void> => {
  const { _id, releasedAt } = release;
  // A plan that is executed meanwhile is not removed.
  const { deletedCount } = await releasesIn(unit.db).deleteOne({ _id, releasedAt }, unit.options);
  if (deletedCount === 0)
    throw (await releasesIn(unit.db).findOne({ _id }, unit.options)) === null ? releaseNotFound() : alreadyDone();
  await actionsIn(unit.db).deleteMany({ release: release._id }, unit.options);
  await recordRelease(context, unit, 'release.delete', release);
};
