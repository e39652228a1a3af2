// The session of this page: restored from the cookie when the page loads, shared by all parts of the editor.
import { useSyncExternalStore } from 'react';
import type { Answered } from './call.ts';
import { request, requestWithoutJwt } from './client.ts';
import {
  beginSession,
  forgetSession,
  getJwt,
  getUser,
  isJwtExpired,
  refreshSession,
  sessionOptions,
  setSessionEndHandler,
  type EndReason,
  type SessionEnd,
} from './jwt.ts';
import { watchInput } from './userInput.ts';

export type { EndReason } from './jwt.ts';

/** `unknown`: the cookie was not tried yet. `none`: nobody is logged in. */
type SessionState = 'unknown' | 'none' | 'active' | SessionEnd;

let state: SessionState = 'unknown';
let endReason: EndReason | undefined;
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

/** Why the last session of this page ended, if the API says so. */
export const useEndReason = (): EndReason | undefined => useSyncExternalStore(subscribe, () => endReason);

/** @param callback called when the page must forget what its user copied or read: the next user may be another one */
export const onForget = (callback: () => void): void => {
  subscribe(() => {
    if (state === 'none' || state === 'replaced') callback();
  });
};

setSessionEndHandler((end, reason) => {
  endReason = reason ?? endReason;
  if (reason !== undefined) notifyTabs({ kind: 'end', reason });
  if (state === 'unknown') setState('none');
  else if (state === 'active' || state === 'ended') setState(end);
});

/** Tries the refresh cookie of an earlier visit, or of another tab. @throws ApiError when the server does not answer */
export const restoreSession = async (): Promise<void> => {
  if (await refreshSession(undefined)) setState('active');
};

const minuteMs = 60_000;
let refreshTriedAt = 0;

// A user who types, and sends nothing, must not become idle.
watchInput(() => {
  if (!isActive() || !isJwtExpired() || Date.now() - refreshTriedAt < minuteMs) return;
  refreshTriedAt = Date.now();
  refreshSession(getJwt()).catch(() => undefined);
});

/** A message from one tab to the others, which have the same cookie. */
type Message =
  | { readonly kind: 'login'; readonly user: number | undefined }
  | { readonly kind: 'logout' }
  // The API says it only once.
  | { readonly kind: 'end'; readonly reason: EndReason };

const channel = new BroadcastChannel('lectern-session');
const notifyTabs = (message: Message): void => channel.postMessage(message);

const endInThisTab = (): void => {
  forgetSession();
  endReason = undefined;
  setState('none');
};

channel.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data.kind === 'end') endReason = data.reason;
  else if (data.kind === 'logout') endInThisTab();
  else if (getUser() !== undefined && getUser() !== data.user) setState('replaced');
  // Without an answer the page stays as it is, and asks for the password.
  else if (!isActive()) restoreSession().catch(() => undefined);
};

/** Logs this tab in, and lets the others follow. @param jwt of a user who may be another one than before */
export const startSession = (jwt: string): void => {
  const before = getUser();
  beginSession(jwt);
  endReason = undefined;
  // What the user before copied is not for the next one.
  if (before !== undefined && before !== getUser()) setState('none');
  setState('active');
  notifyTabs({ kind: 'login', user: getUser() });
};

/**
 * Begins the session that the answer to a request contains.
 *
 * @param send `request`, if the session of the page decides who the user is
 * @throws ApiError
 */
export const startSessionBy = async (path: string, body: object, send = requestWithoutJwt): Promise<void> =>
  startSession((await send<{ jwt: string }>(path, sessionOptions(body))).body.jwt);

const deviceKey = 'lectern.device';

/** Tells this browser from others of its user: so nobody else's failed logins lock them out here, and no mail says it is new. */
export const findDeviceId = (): string => {
  const id = localStorage.getItem(deviceKey) ?? crypto.randomUUID();
  localStorage.setItem(deviceKey, id);
  return id;
};

/** @param identifier a name or an email address @throws ApiError 400 for a wrong password, 429 for too many attempts */
export const login = async (identifier: string, password: string): Promise<void> => {
  await startSessionBy('/api/auth/local', { identifier, password, deviceId: findDeviceId() });
};

/** @param code from the one-time link @throws ApiError 400 for a used or expired code */
export const setPassword = async (code: string, password: string): Promise<void> => {
  await startSessionBy('/api/auth/reset-password', {
    code,
    password,
    passwordConfirmation: password,
    deviceId: findDeviceId(),
  });
};

/** @throws ApiError 400 for a wrong current password */
export const changePassword = async (currentPassword: string, password: string): Promise<void> => {
  const body = { currentPassword, password, passwordConfirmation: password };
  await startSessionBy('/api/auth/change-password', body, request);
};

/**
 * Logs out, in all tabs of this browser, and at the provider that logged the user in.
 *
 * @param scope `all` ends the sessions of the user on all devices
 * @throws ApiError when the server does not answer: the session goes on
 */
export const logout = async (scope?: 'all'): Promise<void> => {
  const body = scope === undefined ? {} : { scope };
  let providerLogout: string | undefined;
  try {
    if (isActive())
      ({ providerLogout } = (
        await request<Answered<'POST /api/auth/logout'>>('/api/auth/logout', sessionOptions(body))
      ).body);
  } catch (error) {
    // The session had ended before.
    if (isActive()) throw error;
  }
  endInThisTab();
  notifyTabs({ kind: 'logout' });
  if (providerLogout !== undefined) location.assign(providerLogout);
};
