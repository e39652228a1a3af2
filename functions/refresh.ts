// POST /api/auth/refresh {refreshToken}: the next JWT of a session, and the token for the one after.
import { ApiError } from '../lib/errors.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitRefreshed, bodyOf, goOn } from '../lib/accounts/users/index.ts';

export const refresh: Operation = async (request, service) => {
  await admitRefreshed(request, service, 'refresh');
  const { refreshToken } = bodyOf(await request.readBody());
  if (typeof refreshToken !== 'string' || refreshToken === '')
    throw new ApiError(400, 'BadRequestError', 'Missing refresh token');
  const session = await goOn(service, refreshToken);
  if (session === undefined) throw new ApiError(401, 'UnauthorizedError', 'Invalid refresh token');
  return plain(session);
};

export const handler = endpoint(refresh);
