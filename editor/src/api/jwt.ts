// The JWT of this page, in memory only, and the next one from the refresh cookie, which scripts cannot read.
import { readError, sendRequest } from './sendRequest.ts';

/** Sessions use the cookie that only the editor's own pages send. */
export const cookieHeader = { 'x-strapi-refresh-cookie': 'strict' };

/**
 * Why the page has no session any more. `ended`: the page keeps what was typed, and asks for the password. `replaced`: another
 * user has logged in, in another tab, so the cookie is that user's.
 */
export type SessionEnd = 'ended' | 'replaced';

let jwt: string | undefined;
/** The id of the user whose page this is: it stays when the session ends, and until the user logs out. */
let user: number | undefined;
let onSessionEnd: (reason: SessionEnd) => void = () => undefined;

/** @returns the id of the user of a JWT, which only the API verifies */
const userOf = (token: string): number => {
  const [, payload = ''] = token.split('.');
  return (JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { readonly id: number }).id;
};

/** Begins a session of the user who has just logged in. */
export const beginSession = (token: string): void => {
  jwt = token;
  user = userOf(token);
};

/** Ends the session of this page; the next one may be another user's. */
export const forgetSession = (): void => {
  jwt = undefined;
  user = undefined;
};

export const getJwt = (): string | undefined => jwt;

/** @returns the id of the user whose page this is; undefined before the first login, and after a logout */
export const getUser = (): number | undefined => user;

/** @param callback called when the session has ended and cannot be refreshed */
export const setSessionEndHandler = (callback: (reason: SessionEnd) => void): void => {
  onSessionEnd = callback;
};

/** @returns the next JWT, or why there is none */
const fetchNextJwt = async (): Promise<{ readonly next: string } | { readonly end: SessionEnd }> => {
  // Without the JWT, which has expired: the API refuses a request with it.
  const response = await sendRequest(
    '/api/auth/refresh',
    { method: 'POST', body: {}, headers: cookieHeader },
    undefined,
  );
  if (response.status >= 500 || response.status === 429) throw await readError(response);
  // 204: the browser has no cookie.
  if (!response.ok || response.status === 204) return { end: 'ended' };
  const { jwt: next } = (await response.json()) as { readonly jwt: string };
  return user === undefined || userOf(next) === user ? { next } : { end: 'replaced' };
};

/**
 * Gets the next JWT with the refresh cookie, once for all requests that wait for it. Tabs share the cookie, so only one of them
 * refreshes at a time. If the cookie is another user's by now, the page does not become that user's.
 *
 * @param before the JWT that is not valid any more; undefined: there was none
 * @returns whether there is a session; if not, the handler of `setSessionEndHandler` was called
 * @throws ApiError when the server does not answer
 */
export const refreshSession = (before: string | undefined): Promise<boolean> =>
  navigator.locks.request('lectern-refresh', async () => {
    // Another request has refreshed it, or has found that it has ended.
    if (jwt !== before) return jwt !== undefined;
    const answer = await fetchNextJwt();
    if ('next' in answer) beginSession(answer.next);
    else {
      jwt = undefined;
      onSessionEnd(answer.end);
    }
    return 'next' in answer;
  });
