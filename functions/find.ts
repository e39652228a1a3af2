// GET /api/:plural lists a collection; GET /api/:singular reads a single type.
import { allow, authenticate } from '../lib/access/index.ts';
import { readList, readOne } from '../lib/documents/index.ts';
import { endpoint, ok, targetOf, type Operation } from '../lib/http/index.ts';
import { readQuery } from '../lib/query/index.ts';

export const find: Operation = async (request, service) => {
  const { type } = targetOf(request, service.schema);
  const caller = await authenticate(request.headers.authorization, service.database.get);
  allow(caller, 'find', type);
  const query = readQuery(request.query, type, caller, service);
  if (type.kind === 'singleType') return ok(await readOne(service, query, undefined));
  const { data, pagination } = await readList(service, query);
  return ok(data, { pagination });
};

export const handler = endpoint(find);
