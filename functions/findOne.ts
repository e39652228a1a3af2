// GET /api/:plural/:documentId reads one document.
import { admit, endpoint, ok, type Operation } from '../lib/http/index.ts';
import { readOne } from '../lib/read/index.ts';

export const findOne: Operation = async (request, service) => {
  const { documentId, query } = await admit(request, service, 'findOne');
  const { data, revision } = await readOne(service, query, documentId, request.timings);
  return { ...ok(data), revision };
};

export const handler = endpoint(findOne);
