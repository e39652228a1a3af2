// POST /api/auth/logout ends the session of a refresh token; without one, all sessions of who is logged in.
import { ApiError } from '../lib/errors.ts';
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import { admitRefreshed, bodyOf, endFamilies, readTexts } from '../lib/accounts/users/index.ts';

export const logOut: Operation = async (request, service) => {
  const caller = await admitRefreshed(request, service, 'logout');
  if (caller.user === undefined) throw new ApiError(401, 'UnauthorizedError', 'Missing authentication');
  const body = bodyOf(await request.readBody());
  const { refreshToken } = 'refreshToken' in body ? readTexts(body, { refreshToken: 'secret' }) : {};
  await endFamilies(service, caller.user, refreshToken);
  return plain({ ok: true });
};

export const handler = endpoint(logOut);
