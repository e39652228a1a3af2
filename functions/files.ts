// The records of uploaded files, below /api/upload/files.
import { checkPermission, dispatch, endpoint, okAnswer, plainAnswer } from '../lib/api/http/index.ts';
import { fileRoutes } from '../lib/api/http/routes/index.ts';
import { fileAnswer, findFileId, fileQuery, toFileData } from '../lib/media/index.ts';
import { readList, readDocument } from '../lib/read/execute/index.ts';

const operation = dispatch(fileRoutes, checkPermission, {
  findFiles: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, cacheMetadata } = await readList(service, query, request.timings);
    return { ...plainAnswer(data.map(toFileData)), cacheMetadata };
  },
  findFilesPage: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, pagination, cacheMetadata } = await readList(service, query, request.timings);
    return okAnswer({ data: data.map(toFileData), meta: { pagination }, cacheMetadata });
  },
  findFile: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'findOne');
    const documentId = await findFileId(service, request.params.id ?? '');
    return fileAnswer(await readDocument(service, query, documentId, request.timings));
  },
});

export const handler = endpoint(operation);
