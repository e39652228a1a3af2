// GET /api/:plural/:documentId reads one document.
import { allow, authenticate } from '../lib/access/index.ts';
import { readOne } from '../lib/documents/index.ts';
import { endpoint, ok, targetOf, type Operation } from '../lib/http/index.ts';
import { readQuery } from '../lib/query/index.ts';

export const findOne: Operation = async (request, service) => {
  const { type, documentId } = targetOf(request, service.schema);
  const caller = await authenticate(request.headers.authorization, service.database.get);
  allow(caller, 'findOne', type);
  const query = readQuery(request.query, type, caller, service);
  return ok(await readOne(service, query, documentId));
};

export const handler = endpoint(findOne);
