// GET /api/upload/files lists files, as a bare list.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { fileQuery, told, uploadUid } from '../lib/media/index.ts';
import { readList } from '../lib/read/execute/index.ts';

export const findFiles: Operation = async (request, service) => {
  const caller = await permitted(request, service, ['find'], uploadUid);
  const query = await fileQuery(service, caller, request.query, 'find');
  const { data, shown } = await readList(service, query, request.timings);
  return { ...plain(data.map(told)), shown };
};

export const handler = endpoint(findFiles);
