// Whose session a page has, after a login or a logout in another tab of the browser.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { request } from '../../editor/src/api/client.ts';
import { getJwt, getUser } from '../../editor/src/api/jwt.ts';
import type * as sessionModule from '../../editor/src/api/session.ts';

const jwtOf = (id: number, session = 'one'): string => `header.${btoa(JSON.stringify({ id, session }))}.signature`;

/** The other tabs. */
const channel = { postMessage: vi.fn(), onmessage: ({ data }: { readonly data: unknown }): unknown => data };

/** The user whose refresh cookie the browser has. */
let cookieUser = 1;
const fetched = vi.fn((path: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
  if (path === '/api/auth/refresh') return Promise.resolve(Response.json({ jwt: jwtOf(cookieUser, 'next') }));
  const isExpired = headers.authorization === `Bearer ${jwtOf(1)}`;
  return Promise.resolve(Response.json({}, { status: isExpired ? 401 : 200 }));
});

const forget = vi.fn();
let session: typeof sessionModule;

beforeAll(async () => {
  vi.stubGlobal('BroadcastChannel', function () {
    return channel;
  });
  vi.stubGlobal('addEventListener', () => undefined);
  session = await import('../../editor/src/api/session.ts');
  session.onForget(forget);
});
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => Promise<unknown>) => run() } });
  session.startSession(jwtOf(1));
  forget.mockClear();
  fetched.mockClear();
});
afterAll(() => {
  channel.onmessage({ data: { kind: 'logout' } });
});

it('ends with a logout in another tab, which forgets what its user read', () => {
  channel.onmessage({ data: { kind: 'logout' } });
  expect([getJwt(), getUser()]).toEqual([undefined, undefined]);
  expect(forget).toHaveBeenCalled();
});

it('is not of the user who logs in in another tab, unless it is the same one', () => {
  channel.onmessage({ data: { kind: 'login', user: 1 } });
  expect(forget).not.toHaveBeenCalled();
  channel.onmessage({ data: { kind: 'login', user: 2 } });
  expect([forget.mock.calls.length, getUser()]).toEqual([1, 1]);
});

it('sends nothing as the user whose cookie a refresh finds', async () => {
  cookieUser = 2;
  await expect(request('/api/articles/one', { method: 'PUT' })).rejects.toMatchObject({ status: 401 });
  expect(forget).toHaveBeenCalledOnce();
  await expect(request('/api/articles/one', { method: 'PUT' })).rejects.toMatchObject({ status: 401 });
  const senders = fetched.mock.calls.map(([, { headers }]) => headers.authorization);
  expect(senders.filter((sender) => sender?.includes(jwtOf(2, 'next')) === true)).toEqual([]);
  cookieUser = 1;
});

it('forgets what the user before read and copied when another one logs in, and tells the other tabs', () => {
  session.startSession(jwtOf(2));
  expect(forget).toHaveBeenCalled();
  expect(channel.postMessage).toHaveBeenLastCalledWith({ kind: 'login', user: 2 });
});

it('tells the other tabs of a logout', async () => {
  await session.logout();
  expect(channel.postMessage).toHaveBeenLastCalledWith({ kind: 'logout' });
});
