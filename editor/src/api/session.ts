// The session of this page: restored from the cookie when the page loads, shared by all parts of the editor.
import { useSyncExternalStore } from 'react';
import { cookieHeader, refreshSession, request, setJwt, setSessionEndHandler } from './client.ts';

/** `ended`: the session ended while the page was open, so that the page keeps what was typed and asks for the password. */
type SessionState = 'unknown' | 'none' | 'active' | 'ended';

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

setSessionEndHandler(() => {
  setJwt(undefined);
  setState('ended');
});

export const useSession = (): SessionState => useSyncExternalStore(subscribe, () => state);

/** Tries the refresh cookie of an earlier visit. @throws ApiError when the server does not answer */
export const restoreSession = async (): Promise<void> => {
  setState((await refreshSession()) ? 'active' : 'none');
};

const start = async (path: string, body: object): Promise<void> => {
  const answer = await request<{ jwt: string }>(path, { method: 'POST', body, headers: cookieHeader });
  setJwt(answer.body.jwt);
  setState('active');
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

/** Tells whether the user may log out now: all is saved, or the user wants to leave what is not. */
export type LogoutGuard = () => Promise<boolean>;

const guards = new Set<LogoutGuard>();

/** @returns a function that removes the guard */
export const addLogoutGuard = (guard: LogoutGuard): (() => void) => {
  guards.add(guard);
  return () => guards.delete(guard);
};

/**
 * Logs out, unless a guard refuses.
 *
 * @param scope `all` ends the sessions of the user on all devices
 */
export const logout = async (scope?: 'all'): Promise<void> => {
  // One after the other, because each of them may ask.
  for (const guard of guards) if (!(await guard())) return;
  const body = scope === undefined ? {} : { scope };
  await request('/api/auth/logout', { method: 'POST', body, headers: cookieHeader });
  setJwt(undefined);
  setState('none');
};
