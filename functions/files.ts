// The records of uploaded files, below /api/upload/files, and the folders that they are in.
import {
  checkPermission,
  createdAnswer,
  dispatch,
  endpoint,
  noContent,
  okAnswer,
  plainAnswer,
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
import { readList, readDocument } from '../lib/read/execute/index.ts';

const operation = dispatch(fileRoutes, checkPermission, {
  findFiles: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, cacheMetadata } = await readList(service, query, request.timings);
    return { ...plainAnswer(await toReadFiles(service, caller, data)), cacheMetadata };
  },
  findFilesPage: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, pagination, cacheMetadata } = await readList(service, query, request.timings);
    return okAnswer({ data: await toReadFiles(service, caller, data), meta: { pagination }, cacheMetadata });
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
