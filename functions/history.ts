// The history: versions of documents, and the trash, below /api/trash.
import { notFound } from '../lib/errors.ts';
import {
  dispatch,
  endpoint,
  formatOf,
  identifyCaller,
  identifyOwnerOrCaller,
  noContent,
  okAnswer,
  plainAnswer,
  readIfMatch,
  refuseBody,
  typeInPath,
  type Answer,
  type Check,
  type Request,
} from '../lib/api/http/index.ts';
import { trashRoutes, versionRoutes, type ContentPermission } from '../lib/api/http/routes/index.ts';
import {
  answerVersions,
  compareVersions,
  nameVersion,
  readRestoredPaths,
  readVersionName,
  readVersionsPage,
  restoreVersion,
  showVersion,
  versionContext,
  type VersionContext,
} from '../lib/history/versions/index.ts';
import {
  answerRestore,
  eraseAll,
  eraseOne,
  listTrash,
  readRemoved,
  readRestoreBody,
  readTrashBefore,
  readTrashLocale,
  readTrashPage,
  readTrashType,
  restoreRemoved,
  trashContext,
  type TrashContext,
} from '../lib/history/trash/index.ts';
import { eraseRemovedBytes, withRestoredBytes, withUnfinishedMoves } from '../lib/media/index.ts';
import type { Caller } from '../lib/platform/access/index.ts';
import type { Service } from '../lib/platform/service.ts';
import { readWritten } from '../lib/read/execute/index.ts';
import { readQuery, type Query } from '../lib/read/query/index.ts';
import { builtInUids } from '../lib/schema/index.ts';
import { runWrite } from '../lib/write/documents/index.ts';

/** @throws ApiError 404 for a type without a trash, 403 for a caller who may not restore its documents */
const trashContextOf = (
  { params, query, logFields }: Request,
  service: Service,
  caller: Caller,
): Promise<TrashContext> => {
  const uid = params.uid ?? readTrashType(query);
  if (uid === undefined) throw notFound();
  logFields.type = uid;
  return trashContext(service, caller, uid);
};

/** @throws ApiError as `versionContext` */
const versionContextOf = (request: Request, service: Service, caller: Caller): Promise<VersionContext> => {
  const { query: text, timings } = request;
  const type = typeInPath(request, service);
  const { documentId } = request.params;
  return versionContext({ service, caller, type, documentId, text, format: formatOf(request), timings });
};

/** The answer to a change of documents in the trash. Only files have bytes that may still move. */
const changeAnswer = (
  { service, type }: TrashContext,
  documentIds: readonly string[],
  answer: Answer,
): Promise<Answer> =>
  type.uid === builtInUids.file ? withUnfinishedMoves(service, documentIds, answer) : Promise.resolve(answer);

/** The query of the answer to a restore: as to an update of the draft. */
const readAnswerQuery = ({ service, caller, type, text, format, locales }: VersionContext): Query => {
  const parameters = text.split('&').filter((one) => !/^status(?:=|$)/.test(one));
  const query = [...parameters, 'status=draft'].join('&');
  return readQuery(query, type, caller, { ...service, locales }, { action: 'update', format });
};

/** The owner may use the trash, as the administration, but has no content. @throws ApiError 404 before 401 */
const identify: Check<string, 'caller' | ContentPermission, Caller> = async (request, service, { access }) => {
  if (access === 'caller') return identifyOwnerOrCaller(request, service);
  typeInPath(request, service);
  return identifyCaller(request, service);
};

const operation = dispatch([...versionRoutes, ...trashRoutes], identify, {
  findVersions: async (request, service, caller) => {
    const page = readVersionsPage(request.query);
    return plainAnswer(await answerVersions(await versionContextOf(request, service, caller), page));
  },
  findVersion: async (request, service, caller) => {
    const { number = '' } = request.params;
    return okAnswer(await showVersion(await versionContextOf(request, service, caller), number));
  },
  compareVersions: async (request, service, caller) =>
    plainAnswer(await compareVersions(await versionContextOf(request, service, caller))),
  restoreVersion: async (request, service, caller) => {
    const context = await versionContextOf(request, service, caller);
    const query = readAnswerQuery(context);
    const { number = '' } = request.params;
    const expected = readIfMatch(request, context.key.locale);
    const paths = readRestoredPaths(await request.readBody());
    const { document, leftOut } = await restoreVersion(context, number, { paths, expected });
    const answer = await readWritten(service, query, document, request.timings);
    const restored = { from: Number(number), number: document.revision, leftOut };
    return okAnswer({ ...answer, meta: { ...answer.meta, restored } });
  },
  nameVersion: async (request, service, caller) => {
    const context = await versionContextOf(request, service, caller);
    const { number = '' } = request.params;
    const name = readVersionName(await request.readBody());
    return plainAnswer({ data: await nameVersion(context, number, name), meta: {} });
  },
  findTrash: async (request, service, caller) => {
    const page = readTrashPage(request.query);
    return plainAnswer(await listTrash(await trashContextOf(request, service, caller), page));
  },
  emptyTrash: async (request, service, caller) => {
    const context = await trashContextOf(request, service, caller);
    const { erased, next } = await eraseAll(context, readTrashBefore(request.query), eraseRemovedBytes);
    const answer = plainAnswer({ data: { erased: erased.length, isComplete: next === null }, meta: { next } });
    return changeAnswer(context, erased, answer);
  },
  findRemoved: async (request, service, caller) => {
    const { documentId = '' } = request.params;
    const context = await trashContextOf(request, service, caller);
    return okAnswer(await readRemoved(context, request.query, documentId));
  },
  restoreRemoved: async (request, service, caller) => {
    const { documentId = '' } = request.params;
    const context = await trashContextOf(request, service, caller);
    const locale = readTrashLocale(request.query);
    const data = readRestoreBody(await request.readBody());
    const restore = await restoreRemoved(context, documentId, locale, data);
    const restored = await runWrite(service, withRestoredBytes(service, context.type, documentId, restore));
    return changeAnswer(context, [documentId], plainAnswer(await answerRestore(context, restored)));
  },
  eraseRemoved: async (request, service, caller) => {
    const { documentId = '' } = request.params;
    const context = await trashContextOf(request, service, caller);
    const locale = readTrashLocale(request.query);
    refuseBody(await request.readBody());
    await eraseOne(context, documentId, locale, eraseRemovedBytes);
    return changeAnswer(context, [documentId], noContent);
  },
});

export const handler = endpoint(operation);
