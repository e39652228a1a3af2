// Answers the operations on releases.
import { checkBody, type Handlers, type Page } from '../contracts/index.ts';
import { invalid, invalidValues } from '../errors.ts';
import { readNumberCursor } from '../platform/cursors.ts';
import type { Service } from '../platform/service.ts';
import { maxActions, releaseContract } from './contract.ts';
import { discardChanges } from './discardChanges.ts';
import { listByDocument, mapDocuments } from './documentReleases.ts';
import { readTime } from './plannedTime.ts';
import { findLinkedDrafts } from './linkedDrafts.ts';
import { addAction, addActions, changeAction, listActions, removeAction } from './releaseActions.ts';
import type { ReleaseContext } from './releaseContext.ts';
import type { ReleasePage } from './releaseViews.ts';
import { publishNow } from './publishNow.ts';
import { createRelease, deleteRelease, listReleases, readRelease, updateRelease } from './releases.ts';

const readMoment = (name: string, value: string | undefined): Date | undefined => {
  const moment = value === undefined ? undefined : new Date(value);
  if (moment === undefined || !Number.isNaN(moment.getTime())) return moment;
  const message = `${name} must be a time, such as 2026-11-26T10:00:00.000Z`;
  throw invalidValues([{ path: [name], message, value }]);
};

/** @throws ApiError 400 for a text that is no cursor */
const releasePage = ({ pageSize, cursor }: Page): ReleasePage => ({ pageSize, before: readNumberCursor(cursor) });

/** Their form is checked with what they name, so that an answer has all faults of the list. */
const readActionList = (body: unknown): readonly unknown[] => {
  if (!Array.isArray(body) || body.length === 0 || body.length > maxActions)
    throw invalid(`The request body must be a list of 1 to ${maxActions} actions`);
  return body;
};

export const releaseHandlers: Handlers<typeof releaseContract, Service, ReleaseContext> = {
  findReleases: ({ query: { state, schedules, from, to }, page }, _, context) => {
    const range = { from: readMoment('from', from), to: readMoment('to', to) };
    return listReleases(context, { ...range, state, withSchedules: schedules === 'true' }, releasePage(page));
  },
  createRelease: async ({ body }, _, context) => {
    const { name, ...time } = checkBody(releaseContract, 'createRelease', body);
    return { data: await createRelease(context, name, readTime(time) ?? null), meta: {} };
  },
  mapDocuments: async ({ query: { contentTypeUid, documentIds, locale } }, _, context) => ({
    data: await mapDocuments(context, contentTypeUid, documentIds, locale),
    meta: {},
  }),
  findByDocument: ({ query: { hasEntryAttached, ...document }, page }, _, context) =>
    listByDocument(context, document, hasEntryAttached === 'true', releasePage(page)),
  findRelease: async ({ params: { id } }, _, context) => ({ data: await readRelease(context, id), meta: {} }),
  updateRelease: async ({ params: { id }, body }, _, context) => {
    const { name, ...time } = checkBody(releaseContract, 'updateRelease', body);
    return { data: await updateRelease(context, id, name, readTime(time)), meta: {} };
  },
  deleteRelease: async ({ params: { id } }, _, context) => ({ data: await deleteRelease(context, id), meta: {} }),
  publishRelease: ({ params: { id }, body }, _, context) => {
    const { actions, versions } = checkBody(releaseContract, 'publishRelease', body);
    return publishNow(context, id, actions, versions);
  },
  discardChanges: ({ params: { id }, body }, _, context) =>
    discardChanges(context, id, checkBody(releaseContract, 'discardChanges', body).actions),
  findReleaseActions: ({ params: { id } }, _, context) => listActions(context, id),
  addReleaseAction: async ({ params: { id }, body }, _, context) => {
    const added = checkBody(releaseContract, 'addReleaseAction', body);
    return { data: await addAction(context, id, added), meta: {} };
  },
  addReleaseActions: ({ params: { id }, query: { atomic }, body }, _, context) =>
    addActions(context, id, readActionList(body), atomic !== 'false'),
  findLinkedDrafts: async ({ params: { id } }, _, context) => ({ data: await findLinkedDrafts(context, id), meta: {} }),
  changeReleaseAction: async ({ params: { id, actionId }, body }, _, context) => {
    const { type } = checkBody(releaseContract, 'changeReleaseAction', body);
    return { data: await changeAction(context, id, actionId, type), meta: {} };
  },
  removeReleaseAction: ({ params: { id, actionId } }, _, context) => removeAction(context, id, actionId),
};
