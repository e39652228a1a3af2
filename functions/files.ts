// The records of uploaded files, below /api/upload/files.
import { checkPermission, dispatch, endpoint, plain } from '../lib/api/http/index.ts';
import { fileRoutes } from '../lib/api/http/routes/index.ts';
import { bare, fileNamed, fileQuery, told } from '../lib/media/index.ts';
import { readList, readDocument } from '../lib/read/execute/index.ts';

const operation = dispatch(fileRoutes, checkPermission, {
  findFiles: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, cacheMetadata } = await readList(service, query, request.timings);
    return { ...plain(data.map(told)), shown: cacheMetadata };
  },
  findFile: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'findOne');
    const documentId = await fileNamed(service, request.params.id ?? '');
    return bare(await readDocument(service, query, documentId, request.timings));
  },
});

export const handler = endpoint(operation);
