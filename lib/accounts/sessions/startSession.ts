// Starts and refreshes sessions, and answers their tokens.
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainAnswer, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { sessionLimits } from './sessionLimits.ts';
import { deviceOf } from './device.ts';
import { cookieHeader, tokenInCookie, usesCookie, usesStrictCookie } from './refreshCookie.ts';
import {
  createSession,
  deleteSessionOfToken,
  rotateToken,
  type Login,
  type Refresh,
  type RefreshToken,
} from './refreshTokens.ts';
import { haveSessionsEnded, sessionsSinceOf } from './storedSessions.ts';
import { findByDocumentId } from '../users/index.ts';
import { ApiError } from '../../errors.ts';

interface SessionTokens {
  readonly jwt: string;
  /** Only if refresh tokens are enabled, and for requests with the strict cookie. */
  readonly refresh?: RefreshToken;
}

const issueTokens = async (service: Service, user: StoredDocument, refresh?: RefreshToken): Promise<SessionTokens> => {
  const { access } = service;
  const { published } = user;
  if (published === undefined) throw new Error('A user without values cannot have a session');
  const { id } = published;
  const { sessionSeconds, idleSeconds, accessSeconds } = await sessionLimits(service, user);
  const issue = (seconds: number): Promise<string> =>
    access.sessions.issue(id, seconds, refresh?.session, sessionsSinceOf(user));
  // Nothing continues a session without a refresh token, so it ends when it may be idle no longer.
  if (refresh === undefined) return { jwt: await issue(Math.min(sessionSeconds, idleSeconds)) };
  const seconds = Math.max(1, Math.ceil((refresh.endsAt.getTime() - service.now().getTime()) / 1000));
  return { jwt: await issue(Math.min(accessSeconds, seconds)), refresh };
};

/**
 * Starts a session of a user. With the strict cookie it replaces the session of that cookie, so that nobody who knows an
 * earlier token of this browser takes part in the new session.
 *
 * @param user as the login has found them
 * @throws ApiError 401 if all their sessions have ended since, such as by a new password
 */
export const startSession = async (
  service: Service,
  request: Pick<Request, 'headers'>,
  user: StoredDocument,
  login: Login = {},
): Promise<SessionTokens> => {
  const current = await findByDocumentId(service, user.documentId);
  const sessionsSince = sessionsSinceOf(user);
  if (current === undefined || haveSessionsEnded(current, { at: service.now(), sessionsSince }))
    throw new ApiError(401, 'UnauthorizedError', 'All sessions of this user have just ended: log in again');
  const isStrict = usesStrictCookie(request);
  if (!service.config.auth.refresh && !isStrict) return issueTokens(service, user);
  const refresh = await createSession(service, user, deviceOf(request, login.deviceId), login);
  const previous = isStrict ? tokenInCookie(request) : undefined;
  if (previous !== undefined) await deleteSessionOfToken(service, previous);
  return issueTokens(service, user, refresh);
};

/**
 * @returns the next tokens of the session
 * @throws ApiError 401 for an invalid token; for the valid one of a session that has ended, with the reason
 */
export const refreshSession = async (service: Service, refresh: Refresh): Promise<SessionTokens> => {
  const next = await rotateToken(service, refresh);
  if ('user' in next) return issueTokens(service, next.user, next.refresh);
  const details = next.ended === undefined ? {} : { reason: next.ended };
  throw new ApiError(401, 'UnauthorizedError', 'Invalid refresh token', details);
};

/**
 * The answer with the tokens of a session. The refresh token is in the body, or in a cookie if the request says so.
 *
 * @param more other values of the body
 */
export const sessionAnswer = (
  service: Pick<Service, 'now'>,
  request: Pick<Request, 'headers'>,
  { jwt, refresh }: SessionTokens,
  more: object = {},
): Answer => {
  if (refresh === undefined) return plainAnswer({ jwt, ...more });
  if (!usesCookie(request)) return plainAnswer({ jwt, refreshToken: refresh.token, ...more });
  const seconds = Math.ceil((refresh.endsAt.getTime() - service.now().getTime()) / 1000);
  return { ...plainAnswer({ jwt, ...more }), ...cookieHeader(request, refresh.token, seconds) };
};
