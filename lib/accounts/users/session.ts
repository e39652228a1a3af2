// Issues the tokens of a session.
import type { StoredDocument } from '../../platform/db/index.ts';
import { plainAnswer, type Answer, type Request } from '../../api/http/index.ts';
import type { Service } from '../../platform/service.ts';
import { readDevice } from './device.ts';
import { cookieHeader, tokenInCookie, usesCookie, usesStrictCookie } from './refreshCookie.ts';
import { createSession, endSessionOfToken, rotateToken, type RefreshToken } from './refreshTokens.ts';

interface SessionTokens {
  readonly jwt: string;
  /** Only if refresh tokens are enabled, and for requests with the strict cookie. */
  readonly refresh?: RefreshToken;
}

const issueTokens = async (
  { access, config }: Service,
  { published }: StoredDocument,
  refresh?: RefreshToken,
): Promise<SessionTokens> => {
  if (published === undefined) throw new Error('A user without values cannot have a session');
  const { id } = published;
  return refresh === undefined
    ? { jwt: await access.sessions.issue(id, config.auth.sessionSeconds) }
    : { jwt: await access.sessions.issue(id, config.auth.accessSeconds, refresh.session), refresh };
};

/**
 * Starts a session of a user. With the strict cookie it replaces the session of that cookie, so that nobody who knows an
 * earlier token of this browser takes part in the new session.
 *
 * @param deviceId as in the body
 * @throws ApiError 400 for a long `deviceId`
 */
export const startSession = async (
  service: Service,
  request: Pick<Request, 'headers'>,
  user: StoredDocument,
  deviceId?: unknown,
): Promise<SessionTokens> => {
  const isStrict = usesStrictCookie(request);
  if (!service.config.auth.refresh && !isStrict) return issueTokens(service, user);
  const refresh = await createSession(service, user, readDevice(request, deviceId));
  const previous = isStrict ? tokenInCookie(request) : undefined;
  if (previous !== undefined) await endSessionOfToken(service, previous);
  return issueTokens(service, user, refresh);
};

/** @returns the next tokens of the session; undefined for an invalid token */
export const refreshSession = async (service: Service, refreshToken: string): Promise<SessionTokens | undefined> => {
  const next = await rotateToken(service, refreshToken);
  return next === undefined ? undefined : issueTokens(service, next.user, next.refresh);
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
