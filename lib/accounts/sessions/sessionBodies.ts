// Reads the bodies of refreshes and logouts.
import type { Request } from '../../api/http/index.ts';
import { invalidValues } from '../../errors.ts';
import type { PlainBody } from '../../contracts/index.ts';
import { readObject, readOptionalSecret, readTexts } from '../authBody.ts';
import { idleSeconds as idleSecondsSchema } from './contract.ts';
import { tokenInCookie } from './refreshCookie.ts';
import { sessionIdOf } from './refreshTokens.ts';
import type { SessionChoice } from './storedSessions.ts';

const { maximum: maxIdleSeconds } = idleSecondsSchema;

/** @returns `idleSeconds` of the body of a refresh; 0 without @throws ApiError 400 for anything but a number from 0 on */
export const readIdleSeconds = ({ idleSeconds = 0 }: PlainBody): number => {
  if (typeof idleSeconds === 'number' && idleSeconds >= 0 && idleSeconds <= maxIdleSeconds) return idleSeconds;
  const message = `idleSeconds must be a number from 0 to ${maxIdleSeconds}`;
  throw invalidValues([{ path: ['idleSeconds'], message, value: idleSeconds }]);
};

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
