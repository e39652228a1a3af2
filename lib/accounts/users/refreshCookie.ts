// Refresh tokens in a cookie that scripts cannot read, for browsers. Name and attributes are Strapi's, except for the
// maximum age.
import type { Answer, Request } from '../../api/http/index.ts';

const cookieName = 'strapi_up_refresh';

/**
 * Whether the request exchanges its refresh token in a cookie. Pages of other origins can send this header only if
 * `http.cors` allows them credentials. So without the header Lectern does not read the cookie, and no other page can use it.
 */
export const usesCookie = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['x-strapi-refresh-cookie'] === 'httpOnly';

/** @returns the refresh token in the cookie of a request; undefined if there is none, or an empty one */
export const tokenInCookie = (request: Pick<Request, 'headers'>): string | undefined => {
  const cookies = usesCookie(request) ? (request.headers.cookie ?? '').split(';') : [];
  const start = `${cookieName}=`;
  const cookie = cookies.map((one) => one.trim()).find((one) => one.startsWith(start) && one !== start);
  return cookie?.slice(start.length);
};

/**
 * @param token the empty text deletes the cookie
 * @param seconds how long the session lasts
 */
export const cookieHeader = (token: string, seconds: number): NonNullable<Answer['headers']> => ({
  'set-cookie': `${cookieName}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`,
});
