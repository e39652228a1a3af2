// The trash, below /api/trash: deleted documents and files that can be restored.
import { notFound } from '../lib/errors.ts';
import {
  dispatch,
  endpoint,
  identifyOwnerOrCaller,
  noContent,
  okAnswer,
  plainAnswer,
  refuseBody,
  type Request,
} from '../lib/api/http/index.ts';
import { trashRoutes } from '../lib/api/http/routes/index.ts';
import {
  eraseAll,
  eraseOne,
  listTrash,
  readRemoved,
  readRestoreBody,
  readTrashPage,
  restoreRemoved,
  trashContext,
  type AfterErase,
  type TrashContext,
} from '../lib/history/trash/index.ts';
import { discardRemovedFiles, withRestoredBytes } from '../lib/media/index.ts';
import type { Caller } from '../lib/platform/access/index.ts';
import type { Service } from '../lib/platform/service.ts';
import { runWrite } from '../lib/write/documents/index.ts';

/** @throws ApiError 404 for a type without a trash, 403 for a caller who may not restore its documents */
const contextOf = (
  { logFields }: Request,
  service: Service,
  caller: Caller,
  uid: string | undefined,
): Promise<TrashContext> => {
  if (uid === undefined) throw notFound();
  logFields.type = uid;
  return trashContext(service, caller, uid);
};

const afterErase =
  (service: Service): AfterErase =>
  (type, tombstones) =>
    discardRemovedFiles(service, type, tombstones);

const operation = dispatch(trashRoutes, identifyOwnerOrCaller, {
  findTrash: async (request, service, caller) => {
    const { type, page } = readTrashPage(request.query);
    return plainAnswer(await listTrash(await contextOf(request, service, caller, type), page));
  },
  emptyTrash: async (request, service, caller) => {
    const { type } = readTrashPage(request.query);
    const context = await contextOf(request, service, caller, type);
    return plainAnswer({ data: await eraseAll(context, afterErase(service)), meta: {} });
  },
  findRemoved: async (request, service, caller) => {
    const { uid, documentId = '' } = request.params;
    const context = await contextOf(request, service, caller, uid);
    return okAnswer(await readRemoved(context, request.query, documentId));
  },
  restoreRemoved: async (request, service, caller) => {
    const { uid, documentId = '' } = request.params;
    const context = await contextOf(request, service, caller, uid);
    const { locale } = readTrashPage(request.query);
    const data = readRestoreBody(await request.readBody());
    const restore = await restoreRemoved(context, documentId, locale, data);
    return plainAnswer(await runWrite(service, withRestoredBytes(service, context.type, documentId, restore)));
  },
  eraseRemoved: async (request, service, caller) => {
    const { uid, documentId = '' } = request.params;
    const context = await contextOf(request, service, caller, uid);
    const { locale } = readTrashPage(request.query);
    refuseBody(await request.readBody());
    await eraseOne(context, documentId, locale, afterErase(service));
    return noContent;
  },
});

export const handler = endpoint(operation);
