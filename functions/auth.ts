// Sessions and passwords: the routes below /api/auth that send no mail.
import { checkAddress, checkIdentifier } from '../lib/api/rate-limit/index.ts';
import { ApiError } from '../lib/errors.ts';
import { dispatch, endpoint, plainAnswer, type Answer, type Request } from '../lib/api/http/index.ts';
import { authRoutes } from '../lib/api/http/routes/index.ts';
import type { Caller } from '../lib/platform/access/index.ts';
import type { StoredDocument } from '../lib/platform/db/index.ts';
import type { Service } from '../lib/platform/service.ts';
import { parseTree } from '../lib/read/query/index.ts';
import {
  startSession,
  readObject,
  changePassword,
  checkAuth,
  confirmEmailAddress,
  endFamilies,
  refreshSession,
  readCredentials,
  readNewPassword,
  readTexts,
  resetPassword,
  readUser,
  authenticate,
} from '../lib/accounts/users/index.ts';

/** Starts a session, and answers it with its user. */
const sessionAnswer = async (
  request: Request,
  service: Service,
  caller: Caller,
  user: StoredDocument,
): Promise<Answer> =>
  plainAnswer({
    ...(await startSession(service, user)),
    user: await readUser(request, service, caller, user.documentId),
  });

const operation = dispatch(authRoutes, checkAuth, {
  login: async (request, service, caller) => {
    await checkAddress(service, request, 'login');
    const credentials = readCredentials(await request.readBody());
    await checkIdentifier(service, 'login', credentials.identifier);
    const user = await authenticate(service, credentials);
    return sessionAnswer(request, service, caller, user);
  },
  changePassword: async (request, service, caller) => {
    if (caller.user === undefined)
      throw new ApiError(400, 'ApplicationError', 'You must be authenticated to reset your password');
    await checkAddress(service, request, 'login');
    await checkIdentifier(service, 'login', caller.user);
    const passwords = readNewPassword(await request.readBody(), 'currentPassword');
    const user = await changePassword(service, caller.user, passwords);
    return sessionAnswer(request, service, caller, user);
  },
  resetPassword: async (request, service, caller) => {
    await checkAddress(service, request, 'forgot');
    const user = await resetPassword(service, readNewPassword(await request.readBody(), 'code'));
    return sessionAnswer(request, service, caller, user);
  },
  confirmEmail: async ({ query }, service) => {
    const { confirmation } = readTexts(readObject(parseTree(query)), { confirmation: 'secret' });
    await confirmEmailAddress(service, confirmation);
    const { confirmationRedirectUrl: page } = service.config.auth;
    return { status: 302, headers: { location: page === '' ? '/' : page } };
  },
  refresh: async (request, service) => {
    await checkAddress(service, request, 'refresh');
    const { refreshToken } = readObject(await request.readBody());
    if (typeof refreshToken !== 'string' || refreshToken === '')
      throw new ApiError(400, 'BadRequestError', 'Missing refresh token');
    const session = await refreshSession(service, refreshToken);
    if (session === undefined) throw new ApiError(401, 'UnauthorizedError', 'Invalid refresh token');
    return plainAnswer(session);
  },
  logout: async (request, service, { user }) => {
    if (user === undefined) throw new ApiError(401, 'UnauthorizedError', 'Missing authentication');
    const body = readObject(await request.readBody());
    const { refreshToken } = 'refreshToken' in body ? readTexts(body, { refreshToken: 'secret' }) : {};
    await endFamilies(service, user, refreshToken);
    return plainAnswer({ ok: true });
  },
});

export const handler = endpoint(operation);
