// GET /api/users/:id reads one user.
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { readOne } from '../lib/read/execute/index.ts';
import { admitted, bare, documentIdOf, userQuery } from '../lib/accounts/users/index.ts';

export const findUser: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'findOne');
  const query = userQuery(service, asking, request.query, 'findOne');
  const documentId = await documentIdOf(service, request.params.id ?? '');
  return bare(await readOne(service, query, documentId, request.timings));
};

export const handler = endpoint(findUser);
