// Releases, at /api/content-releases, and the schedules of single documents.
import {
  dispatch,
  endpoint,
  identifyCaller,
  noContent,
  plainAnswer,
  refuseBody,
  type Check,
  type Request,
} from '../lib/api/http/index.ts';
import { releaseRoutes, scheduleRoutes, type ContentPermission } from '../lib/api/http/routes/index.ts';
import {
  addAction,
  addActions,
  changeAction,
  createRelease,
  deleteRelease,
  listActions,
  listReleases,
  mapDocuments,
  publishNow,
  readActionChange,
  readActionList,
  readDocumentsQuery,
  readId,
  readNewRelease,
  readNewSchedule,
  readRelease,
  readReleaseChange,
  readReleasesPage,
  readSchedules,
  readScheduleType,
  releaseContext,
  requireScheduling,
  removeAction,
  schedule,
  scheduledDocument,
  unschedule,
  updateRelease,
  type ReleaseContext,
} from '../lib/releases/index.ts';
import type { Service } from '../lib/platform/service.ts';

const documentIn = ({ params, query, logFields }: Request, service: Service) => {
  const document = scheduledDocument(service, params.contentType, params.documentId, query);
  logFields.type = document.contentType;
  return document;
};

/** @throws ApiError 404 for a path without a type that has drafts, before 401; 403 for a caller who may publish nothing */
const check: Check<string, 'caller' | ContentPermission, ReleaseContext> = async (request, service, { access }) => {
  const document = access === 'caller' ? undefined : documentIn(request, service);
  const caller = await identifyCaller(request, service);
  if (document !== undefined) requireScheduling(caller, document);
  return releaseContext(service, caller);
};

const created = (data: unknown) => ({ status: 201, body: { data, meta: {} } });

const operation = dispatch([...releaseRoutes, ...scheduleRoutes], check, {
  findReleases: async ({ query }, _, context) =>
    plainAnswer({ ...(await listReleases(context, readReleasesPage(query))) }),
  createRelease: async ({ readBody }, _, context) =>
    created(await createRelease(context, readNewRelease(await readBody()))),
  mapDocuments: async ({ query }, _, context) =>
    plainAnswer({ data: await mapDocuments(context, readDocumentsQuery(query)), meta: {} }),
  findRelease: async ({ params }, _, context) =>
    plainAnswer({ data: await readRelease(context, readId(params.id)), meta: {} }),
  updateRelease: async ({ params, readBody }, _, context) => {
    const id = readId(params.id);
    return plainAnswer({ data: await updateRelease(context, id, readReleaseChange(await readBody())), meta: {} });
  },
  deleteRelease: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    return plainAnswer({ data: await deleteRelease(context, readId(params.id)), meta: {} });
  },
  publishRelease: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    return plainAnswer({ ...(await publishNow(context, readId(params.id))) });
  },
  findReleaseActions: async ({ params }, _, context) =>
    plainAnswer({ data: await listActions(context, readId(params.id)), meta: {} }),
  addReleaseAction: async ({ params, readBody }, _, context) =>
    created(await addAction(context, readId(params.id), await readBody())),
  addReleaseActions: async ({ params, readBody }, _, context) => {
    const bodies = readActionList(await readBody());
    return plainAnswer({ ...(await addActions(context, readId(params.id), bodies)) });
  },
  changeReleaseAction: async ({ params, readBody }, _, context) => {
    const type = readActionChange(await readBody());
    return plainAnswer({
      data: await changeAction(context, readId(params.id), readId(params.actionId), type),
      meta: {},
    });
  },
  removeReleaseAction: async ({ params, readBody }, _, context) => {
    refuseBody(await readBody());
    await removeAction(context, readId(params.id), readId(params.actionId));
    return noContent;
  },
  findSchedules: async (request, service, context) =>
    plainAnswer({ data: await readSchedules(context, documentIn(request, service)), meta: {} }),
  schedule: async (request, service, context) => {
    const planned = readNewSchedule(await request.readBody());
    return plainAnswer({ data: await schedule(context, documentIn(request, service), planned), meta: {} });
  },
  unschedule: async (request, service, context) => {
    refuseBody(await request.readBody());
    await unschedule(context, documentIn(request, service), readScheduleType(request.query));
    return noContent;
  },
});

export const handler = endpoint(operation);
