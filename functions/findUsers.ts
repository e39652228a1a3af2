// GET /api/users lists users, as a bare list.
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { readList } from '../lib/read/execute/index.ts';
import { admitted, userQuery } from '../lib/accounts/users/index.ts';

export const findUsers: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'find');
  const query = userQuery(service, asking, request.query, 'find');
  return plain((await readList(service, query, request.timings)).data);
};

export const handler = endpoint(findUsers);
