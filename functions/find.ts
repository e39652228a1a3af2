// GET /api/:plural lists a collection; GET /api/:singular reads a single type.
import { admit, endpoint, ok, type Operation } from '../lib/http/index.ts';
import { readList, readOne } from '../lib/read/index.ts';

export const find: Operation = async (request, service) => {
  const { type, query } = await admit(request, service, 'find');
  if (type.kind === 'singleType') {
    const { data, revision } = await readOne(service, query, undefined, request.timings);
    return { ...ok(data), revision };
  }
  const { data, pagination } = await readList(service, query, request.timings);
  return ok(data, { pagination });
};

export const handler = endpoint(find);
