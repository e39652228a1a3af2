// The JWT of this page, in memory only, and the next one from the refresh cookie, which scripts cannot read.
import { readError, sendRequest } from './sendRequest.ts';
import { secondsSinceInput } from './userInput.ts';

/** Sessions use the cookie that only the editor's own pages send. */
export const cookieHeader = { 'x-strapi-refresh-cookie': 'strict' };

/** The options of a request that changes sessions. */
export const sessionOptions = (body: object) => ({ method: 'POST', body, headers: cookieHeader }) as const;

/**
 * Why the page has no session any more. `ended`: the page keeps what was typed, and asks for the password. `replaced`: another
 * user has logged in, in another tab, so the cookie is that user's.
 */
export type SessionEnd = 'ended' | 'replaced';

/** Why the API ended the session of this page. */
export type EndReason = 'idle' | 'limit' | 'administrator' | 'provider' | 'password';

let jwt: string | undefined;
/** The id of the user whose page this is: it stays when the session ends, and until the user logs out. */
let user: number | undefined;
let expiresAt = Infinity;
let onSessionEnd: (end: SessionEnd, reason: EndReason | undefined) => void = () => undefined;

/** The claims of a JWT, which only the API verifies. */
interface Claims {
  /** Of the user. */
  readonly id: number;
  /** In seconds, by the clock of the API. */
  readonly iat: number;
  readonly exp: number;
}

const claimsOf = (token: string): Claims => {
  const [, payload = ''] = token.split('.');
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
};

/** Begins a session of the user who has just logged in. */
export const beginSession = (token: string): void => {
  const { id, iat, exp } = claimsOf(token);
  jwt = token;
  user = id;
  expiresAt = Date.now() + (exp - iat) * 1000;
};

/** Ends the session of this page; the next one may be another user's. */
export const forgetSession = (): void => {
  jwt = undefined;
  user = undefined;
};

/** Whether the next request needs another JWT. */
export const isJwtExpired = (): boolean => Date.now() >= expiresAt;

export const getJwt = (): string | undefined => jwt;

/** @returns the id of the user whose page this is; undefined before the first login, and after a logout */
export const getUser = (): number | undefined => user;

/** @param callback called when the session has ended and cannot be refreshed */
export const setSessionEndHandler = (callback: typeof onSessionEnd): void => {
  onSessionEnd = callback;
};

/** @returns the next JWT, or why there is none */
const fetchNextJwt = async (): Promise<
  { readonly next: string } | { readonly end: SessionEnd; readonly reason?: EndReason }
> => {
  // Without the JWT, which has expired: the API refuses a request with it.
  const response = await sendRequest(
    '/api/auth/refresh',
    { method: 'POST', body: { idleSeconds: secondsSinceInput() }, headers: cookieHeader },
    undefined,
  );
  if (response.status >= 500 || response.status === 429) throw await readError(response);
  // The browser has no cookie: it was never set, or it has expired with the session.
  if (response.status === 204) return user === undefined ? { end: 'ended' } : { end: 'ended', reason: 'limit' };
  if (!response.ok)
    return { end: 'ended', ...((await readError(response)).details as { readonly reason?: EndReason }) };
  const { jwt: next } = (await response.json()) as { readonly jwt: string };
  return user === undefined || claimsOf(next).id === user ? { next } : { end: 'replaced' };
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
      onSessionEnd(answer.end, answer.reason);
    }
    return 'next' in answer;
  });
