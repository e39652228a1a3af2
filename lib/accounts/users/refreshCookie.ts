// Refresh tokens in a cookie that scripts cannot read, for browsers. The request chooses the cookie with a header.
import type { Answer, Request } from '../../api/http/index.ts';

interface RefreshCookie {
  readonly name: string;
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * By the value of the header. Name and attributes of the first are Strapi's, except for the maximum age. Browsers let no
 * other host of the site set a cookie whose name starts with `__Host-`.
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
  if (cookie === undefined) return undefined;
  const start = `${cookie.name}=`;
  const sent = (request.headers.cookie ?? '').split(';').map((one) => one.trim());
  return sent.find((one) => one.startsWith(start) && one !== start)?.slice(start.length);
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
  if (cookie === undefined) return {};
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=${cookie.sameSite}`;
  return { headers: { 'set-cookie': `${cookie.name}=${token}; ${attributes}` } };
};
