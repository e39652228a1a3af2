// GET /api/users/me: the user who asks.
import { ApiError } from '../lib/errors.ts';
import { endpoint, type Operation } from '../lib/api/http/index.ts';
import { readOne } from '../lib/read/execute/index.ts';
import { admitted, bare, userQuery } from '../lib/accounts/users/index.ts';

export const me: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'me');
  const { user } = asking.caller;
  if (user === undefined) throw new ApiError(401, 'UnauthorizedError', 'Unauthorized');
  return bare(await readOne(service, userQuery(service, asking, request.query, 'me'), user, request.timings));
};

export const handler = endpoint(me);
