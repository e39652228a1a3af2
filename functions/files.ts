// The records of uploaded files, below /api/upload/files, and the folders that they are in.
import {
  checkPermission,
  createdAnswer,
  dispatch,
  endpoint,
  noContent,
  okAnswer,
  plainAnswer,
  type Request,
} from '../lib/api/http/index.ts';
import { fileRoutes } from '../lib/api/http/routes/index.ts';
import {
  createFolder,
  deleteFolder,
  fileAnswer,
  fileQuery,
  findFileId,
  findFileUsage,
  listFolders,
  moveFiles,
  readFileMove,
  readFolderChange,
  readNewFolder,
  toReadFiles,
  updateFolder,
} from '../lib/media/index.ts';
import { readList, readDocument, shapeList } from '../lib/read/execute/index.ts';
import type { Service } from '../lib/platform/service.ts';
import type { Caller } from '../lib/platform/access/index.ts';
import { matchingRows } from '../lib/search/index.ts';

/** Reads a list of files, with `search` those that have its words. */
const findFiles = async ({ query: text, timings }: Request, service: Service, caller: Caller) => {
  const query = await fileQuery(service, caller, text, 'find');
  const { data, pagination, cacheMetadata } =
    query.search === undefined
      ? await readList(service, query, timings)
      : await shapeList(service, query, await matchingRows(service, query, timings), timings);
  return { data: await toReadFiles(service, caller, data), pagination, cacheMetadata };
};

const operation = dispatch(fileRoutes, checkPermission, {
  findFiles: async (request, service, caller) => {
    const { data, cacheMetadata } = await findFiles(request, service, caller);
    return { ...plainAnswer(data), cacheMetadata };
  },
  findFilesPage: async (request, service, caller) => {
    const { data, pagination, cacheMetadata } = await findFiles(request, service, caller);
    return okAnswer({ data, meta: { pagination }, cacheMetadata });
  },
  findFile: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'findOne');
    const documentId = await findFileId(service, request.params.id ?? '');
    const found = await readDocument(service, query, documentId, request.timings);
    const [body] = await toReadFiles(service, caller, [found.data]);
    return { ...fileAnswer(found), body };
  },
  findFileUsage: async ({ params }, service, caller) =>
    okAnswer(await findFileUsage(service, caller, await findFileId(service, params.id ?? ''))),
  moveFiles: async ({ readBody }, service, caller) =>
    okAnswer({ data: { moved: await moveFiles(service, caller, readFileMove(await readBody())) }, meta: {} }),
  findFolders: async (_, service) => okAnswer({ data: await listFolders(service), meta: {} }),
  createFolder: async ({ readBody }, service) =>
    createdAnswer({ data: await createFolder(service, readNewFolder(await readBody())), meta: {} }),
  updateFolder: async ({ params, readBody }, service) => {
    const change = readFolderChange(await readBody());
    return okAnswer({ data: await updateFolder(service, params.documentId ?? '', change), meta: {} });
  },
  deleteFolder: async ({ params }, service) => {
    await deleteFolder(service, params.documentId ?? '');
    return noContent;
  },
});

export const handler = endpoint(operation);
