// Sessions and passwords: the routes below /api/auth that send no mail.
import { checkAddress, checkIdentifier } from '../../lib/api/rateLimit.ts';
import { ApiError, unauthorized } from '../../lib/errors.ts';
import { noContent, plainAnswer, type CheckedOperation } from '../../lib/api/http/index.ts';
import type { Caller } from '../../lib/platform/access/index.ts';
import { parseTree } from '../../lib/read/query/index.ts';
import { forgetBrowsers, requireRecentFactor, requireSecondFactor } from '../../lib/accounts/factors/index.ts';
import {
  admitLogin,
  answerLogin,
  answerNewSession,
  recordDevice,
  recordFailedLogin,
} from '../../lib/accounts/logins/index.ts';
import {
  sessionAnswer,
  deleteSessions,
  findConfirmation,
  invalidateJwts,
  listSessions,
  readDeviceId,
  readIdleSeconds,
  readLogout,
  cookieHeader,
  tokenInCookie,
  usesStrictCookie,
  refreshSession,
} from '../../lib/accounts/sessions/index.ts';
import { readObject, readTexts } from '../../lib/accounts/authBody.ts';
import { authenticate, changePassword, readNewPassword, resetPassword } from '../../lib/accounts/passwords/index.ts';
import { confirmEmailAddress } from '../../lib/accounts/registration/index.ts';
import { logoutAddress, recheckSession } from '../../lib/accounts/signIn/index.ts';

/** @throws ApiError 401 for a caller who is not logged in */
const requireUser = ({ user }: Caller): string => {
  if (user === undefined) throw unauthorized('Missing authentication');
  return user;
};

export const logins = {
  login: async (request, service, caller) => {
    const { credentials, deviceId, succeed } = await admitLogin(request, service);
    const user = await authenticate(service, credentials).catch(async (error: unknown) => {
      // A login that the database did not answer has not failed.
      if (error instanceof ApiError) await recordFailedLogin(service, request, credentials.identifier);
      throw error;
    });
    await succeed();
    const factorState = await requireSecondFactor(service, request, user, deviceId);
    return answerLogin(request, service, caller, user, { deviceId, factorState });
  },
  changePassword: async (request, service, caller) => {
    if (caller.user === undefined)
      throw new ApiError(400, 'ApplicationError', 'You must be authenticated to reset your password');
    await checkAddress(service, request, 'login');
    await checkIdentifier(service, 'login', caller.user);
    // The new session has all rights of the user.
    await requireRecentFactor(service, caller);
    const passwords = readNewPassword(await request.readBody(), { currentPassword: 'secret' });
    const factorState = await findConfirmation(service, caller);
    const user = await changePassword(service, caller.user, passwords);
    return answerNewSession(request, service, caller, user, { factorState });
  },
  resetPassword: async (request, service, caller) => {
    await checkAddress(service, request, 'forgot');
    const body = readObject(await request.readBody());
    const deviceId = readDeviceId(body.deviceId);
    const user = await resetPassword(service, readNewPassword(body, { code: 'secret' }, ['deviceId']));
    const factorState = await requireSecondFactor(service, request, user, deviceId);
    return answerNewSession(request, service, caller, user, { deviceId, factorState }, () =>
      recordDevice(request, service, user, deviceId),
    );
  },
  confirmEmail: async ({ query }, service) => {
    const { confirmation } = readTexts(readObject(parseTree(query)), { confirmation: 'secret' });
    await confirmEmailAddress(service, confirmation);
    const { confirmationRedirectUrl: page } = service.config.auth;
    return { status: 302, headers: { location: page === '' ? '/' : page } };
  },
  refresh: async (request, service) => {
    await checkAddress(service, request, 'refresh');
    const body = readObject(await request.readBody());
    const inCookie = tokenInCookie(request);
    // A page that opens does not know whether its browser has a session. A session in a strict cookie begins with a login, so
    // that nobody can put a visitor into a session of their own: the body does not count.
    if (inCookie === undefined && usesStrictCookie(request)) return noContent;
    const refreshToken = inCookie ?? body.refreshToken;
    if (typeof refreshToken !== 'string' || refreshToken === '')
      throw new ApiError(400, 'BadRequestError', 'Missing refresh token');
    const refresh = { token: refreshToken, idleSeconds: readIdleSeconds(body), check: recheckSession };
    return sessionAnswer(service, request, await refreshSession(service, refresh));
  },
  logout: async (request, service, caller) => {
    const user = requireUser(caller);
    const choices = readLogout(request, await request.readBody(), caller.session);
    if (choices[0] === 'all') await forgetBrowsers(service, user);
    const providerLogout = await logoutAddress(service, caller.session);
    for (const choice of choices) if ((await deleteSessions(service, user, choice)) > 0) break;
    if (usesStrictCookie(request) && choices[0] === 'all') await invalidateJwts(service, user);
    return { ...plainAnswer({ ok: true, ...providerLogout }), ...cookieHeader(request, '', 0) };
  },
  findSessions: async (_, service, caller) =>
    plainAnswer({ data: await listSessions(service, requireUser(caller), caller.session) }),
  revokeSession: async ({ params }, service, caller) => {
    const session = params.sessionId ?? '';
    const user = requireUser(caller);
    await forgetBrowsers(service, user, session);
    if ((await deleteSessions(service, user, { session })) === 0)
      throw new ApiError(404, 'NotFoundError', 'Session not found');
    return plainAnswer({ data: {} });
  },
} satisfies Readonly<Record<string, CheckedOperation<Caller>>>;
