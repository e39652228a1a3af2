// Refresh tokens in a cookie that scripts cannot read, for browsers. The request chooses the cookie with a header.
import { readCookie, setCookie, type Answer, type Request } from '../../api/http/index.ts';

interface RefreshCookie {
  readonly name: string;
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * By the value of the header. Name and attributes of the first are Strapi's, except for the maximum age.
 */
const cookies: ReadonlyMap<string | undefined, RefreshCookie> = new Map<string, RefreshCookie>([
  ['httpOnly', { name: 'strapi_up_refresh', sameSite: 'Lax' }],
  ['strict', { name: '__Host-lectern_editor', sameSite: 'Strict' }],
]);

/**
 * The cookie in which a request exchanges its refresh token. Pages of other origins can send this header only if
 * `http.cors` allows them credentials. So without the header Lectern does not read the cookie, and no other page can use it.
 */
const cookieOf = ({ headers }: Pick<Request, 'headers'>): RefreshCookie | undefined =>
  cookies.get(headers['x-strapi-refresh-cookie']);

/** Whether the request exchanges its refresh token in a cookie. */
export const usesCookie = (request: Pick<Request, 'headers'>): boolean => cookieOf(request) !== undefined;

/** Whether that is the cookie of the editor, whose sessions have a refresh token on every site. */
export const usesStrictCookie = (request: Pick<Request, 'headers'>): boolean =>
  cookieOf(request)?.sameSite === 'Strict';

/** @returns the refresh token in the cookie of a request; undefined if there is none, or an empty one */
export const tokenInCookie = (request: Pick<Request, 'headers'>): string | undefined => {
  const cookie = cookieOf(request);
  return cookie === undefined ? undefined : readCookie(request, cookie.name);
};

/**
 * @param token the empty text deletes the cookie
 * @param seconds how long the session lasts
 * @returns the header that stores the cookie of the request; nothing for a request without one
 */
export const cookieHeader = (
  request: Pick<Request, 'headers'>,
  token: string,
  seconds: number,
): Pick<Answer, 'headers'> => {
  const cookie = cookieOf(request);
  return cookie === undefined ? {} : setCookie(cookie.name, token, seconds, cookie.sameSite);
};
