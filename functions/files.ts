// The records of uploaded files, below /api/upload/files.
import { checkPermission, dispatch, endpoint, plain } from '../lib/api/http/index.ts';
import { fileRoutes } from '../lib/api/http/routes/index.ts';
import { bare, fileNamed, fileQuery, told } from '../lib/media/index.ts';
import { readList, readOne } from '../lib/read/execute/index.ts';

const operation = dispatch(fileRoutes, checkPermission, {
  findFiles: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'find');
    const { data, shown } = await readList(service, query, request.timings);
    return { ...plain(data.map(told)), shown };
  },
  findFile: async (request, service, caller) => {
    const query = await fileQuery(service, caller, request.query, 'findOne');
    const documentId = await fileNamed(service, request.params.id ?? '');
    return bare(await readOne(service, query, documentId, request.timings));
  },
});

export const handler = endpoint(operation);
