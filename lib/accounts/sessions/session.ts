// The sessions of users: started, refreshed, listed and ended.
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainAnswer, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { lastActivity, sessionLimits } from './sessionLimits.ts';
import { deviceOf, type Device } from './device.ts';
import { cookieHeader, tokenInCookie, usesCookie, usesStrictCookie } from './refreshCookie.ts';
import {
  createSession,
  deleteSessionOfToken,
  rotateToken,
  type Login,
  type Refresh,
  type RefreshToken,
  sessionIdOf,
} from './refreshTokens.ts';
import { findSessions, type SessionChoice, type StoredSession } from './storedSessions.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import type { PlainBody } from '../../platform/plainBody.ts';
import { readObject, readOptionalSecret, readTexts } from '../authBody.ts';

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
  // Nothing continues a session without a refresh token, so it ends when it may be idle no longer.
  if (refresh === undefined) return { jwt: await access.sessions.issue(id, Math.min(sessionSeconds, idleSeconds)) };
  const seconds = Math.max(1, Math.ceil((refresh.endsAt.getTime() - service.now().getTime()) / 1000));
  return { jwt: await access.sessions.issue(id, Math.min(accessSeconds, seconds), refresh.session), refresh };
};

/**
 * Starts a session of a user. With the strict cookie it replaces the session of that cookie, so that nobody who knows an
 * earlier token of this browser takes part in the new session.
 */
export const startSession = async (
  service: Service,
  request: Pick<Request, 'headers'>,
  user: StoredDocument,
  login: Login = {},
): Promise<SessionTokens> => {
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

const maxIdleSeconds = 31_536_000;

/** @returns `idleSeconds` of the body of a refresh; 0 without @throws ApiError 400 for anything but a number from 0 on */
export const readIdleSeconds = ({ idleSeconds = 0 }: PlainBody): number => {
  if (typeof idleSeconds === 'number' && idleSeconds >= 0 && idleSeconds <= maxIdleSeconds) return idleSeconds;
  const message = `idleSeconds must be a number from 0 to ${maxIdleSeconds}`;
  throw invalidValues([{ path: ['idleSeconds'], message, value: idleSeconds }]);
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

interface ListedSession extends Pick<Device, 'deviceName'> {
  readonly id: string;
  readonly deviceId: string | null;
  /** Whether the request belongs to it. */
  readonly current: boolean;
  readonly loginAt: Date;
  /** When its user last did something, as far as its refreshes say so. */
  readonly lastActiveAt: Date;
}

const toListedSession = (session: StoredSession, current: string | undefined): ListedSession => {
  const { _id: id, deviceId = null, deviceName, startedAt } = session;
  return {
    id,
    deviceId,
    ...(deviceName === undefined ? {} : { deviceName }),
    current: id === current,
    loginAt: startedAt,
    lastActiveAt: lastActivity(session),
  };
};

/** @returns the current session first, then those that were active last, as in Strapi */
export const listSessions = async (
  service: Service,
  user: string,
  current: string | undefined,
): Promise<readonly ListedSession[]> =>
  (await findSessions(service, user))
    .map((session) => toListedSession(session, current))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.lastActiveAt.getTime() - a.lastActiveAt.getTime());

/**
 * As in Strapi, in this order: all sessions, those of a device, that of a refresh token, that of the JWT.
 *
 * @param session that of the JWT; undefined in JWTs of older versions, whose logout ends all sessions
 * @returns the first choice of which the user has a session counts: a refresh token may be of a session that has ended
 * @throws ApiError 400 for values of another type, and for an unknown `scope`
 */
export const readLogout = (
  request: Pick<Request, 'headers'>,
  requestBody: unknown,
  session: string | undefined,
): readonly SessionChoice[] => {
  const body = readObject(requestBody);
  const { scope } = body;
  if (scope !== undefined && scope !== 'all')
    throw invalidValues([{ path: ['scope'], message: 'scope must be all', value: scope }]);
  if (scope === 'all') return [scope];
  if ('deviceId' in body) return [readTexts(body, { deviceId: 'text' })];
  const cookie = tokenInCookie(request);
  const refreshToken = readOptionalSecret(body, 'refreshToken');
  const token = cookie ?? refreshToken;
  const ofToken = token === undefined ? [] : [{ session: sessionIdOf(token) }];
  return [...ofToken, session === undefined ? 'all' : { session }];
};
