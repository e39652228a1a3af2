// The session of this page: restored from the cookie when the page loads, shared by all parts of the editor.
import { useSyncExternalStore } from 'react';
import {
  beginSession,
  cookieHeader,
  forgetSession,
  getUser,
  refreshSession,
  request,
  setSessionEndHandler,
  type SessionEnd,
} from './client.ts';

/**
 * `ended`: the session ended while the page was open, so that the page keeps what was typed and asks for the password.
 * `replaced`: another user has logged in, in another tab.
 */
export type SessionState = 'unknown' | 'none' | 'active' | SessionEnd;

let state: SessionState = 'unknown';
const listeners = new Set<() => void>();

const setState = (next: SessionState): void => {
  state = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const isActive = (): boolean => state === 'active';

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** @param callback called when what the user copied or read is no longer for the eyes of whoever uses the page next */
export const onForget = (callback: () => void): void => {
  subscribe(() => {
    if (state === 'none' || state === 'replaced') callback();
  });
};

setSessionEndHandler((reason) => {
  if (state === 'unknown') setState('none');
  else if (state === 'active' || state === 'ended') setState(reason);
});

/** Tries the refresh cookie of an earlier visit, or of another tab. @throws ApiError when the server does not answer */
export const restoreSession = async (): Promise<void> => {
  if (await refreshSession(undefined)) setState('active');
};

/** What one tab says to the others, which have the same cookie. */
type Message = { readonly kind: 'login'; readonly user: number | undefined } | { readonly kind: 'logout' };

const channel = new BroadcastChannel('lectern-session');
const say = (message: Message): void => {
  channel.postMessage(message);
};

const endHere = (): void => {
  forgetSession();
  setState('none');
};

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'logout') endHere();
  else if (getUser() !== undefined && getUser() !== data.user) setState('replaced');
  // Without an answer the page stays as it is, and asks for the password.
  else if (!isActive()) restoreSession().catch(() => undefined);
};

const start = async (path: string, body: object): Promise<void> => {
  const answer = await request<{ jwt: string }>(path, { method: 'POST', body, headers: cookieHeader });
  beginSession(answer.body.jwt);
  setState('active');
  say({ kind: 'login', user: getUser() });
};

/** @param identifier a name or an email address @throws ApiError 400 for a wrong password, 429 for too many attempts */
export const login = (identifier: string, password: string): Promise<void> =>
  start('/api/auth/local', { identifier, password });

/** @param code from the one-time link @throws ApiError 400 for a used or expired code */
export const setPassword = (code: string, password: string): Promise<void> =>
  start('/api/auth/reset-password', { code, password, passwordConfirmation: password });

/** @throws ApiError 400 for a wrong current password */
export const changePassword = (currentPassword: string, password: string): Promise<void> =>
  start('/api/auth/change-password', { currentPassword, password, passwordConfirmation: password });

/**
 * Logs out, in all tabs of this browser.
 *
 * @param scope `all` ends the sessions of the user on all devices
 * @throws ApiError when the server does not answer: the session goes on
 */
export const logout = async (scope?: 'all'): Promise<void> => {
  const body = scope === undefined ? {} : { scope };
  try {
    if (isActive()) await request('/api/auth/logout', { method: 'POST', body, headers: cookieHeader });
  } catch (error) {
    // The session had ended before.
    if (isActive()) throw error;
  }
  endHere();
  say({ kind: 'logout' });
};
