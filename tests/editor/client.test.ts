// What becomes of requests when the session of the page ends.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callPages, pagesQuery, resourceKey } from '../../editor/src/api/call.ts';
import { request } from '../../editor/src/api/client.ts';
import { beginSession, forgetSession, isJwtExpired, setSessionEndHandler } from '../../editor/src/api/jwt.ts';
import { watchInput } from '../../editor/src/api/userInput.ts';

const jwtOf = (id: number, more: object = {}): string => `header.${btoa(JSON.stringify({ id, ...more }))}.signature`;

/** An API that answers 401 for an expired JWT, and 403 for no JWT. */
const fetched = vi.fn((path: string, { headers }: { headers: Readonly<Record<string, string>>; body?: string }) => {
  if (path === '/api/auth/refresh') return Promise.resolve(new Response(null, { status: 204 }));
  if (headers.authorization === undefined) return Promise.resolve(Response.json({}, { status: 403 }));
  const isExpired = headers.authorization === `Bearer ${jwtOf(1)}`;
  return Promise.resolve(Response.json({}, { status: isExpired ? 401 : 200 }));
});

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('navigator', { locks: { request: (_name: string, run: () => Promise<unknown>) => run() } });
});

afterEach(() => {
  forgetSession();
  fetched.mockClear();
});

it('waits for the login after the session has ended, and never sends a request of nobody', async () => {
  beginSession(jwtOf(1));
  await expect(request('/api/articles/one', { method: 'PUT' })).rejects.toMatchObject({ status: 401 });
  fetched.mockClear();
  await expect(request('/api/articles/one', { method: 'PUT' })).rejects.toMatchObject({ status: 401 });
  expect(fetched).not.toHaveBeenCalled();
  beginSession(jwtOf(2));
  await expect(request('/api/articles/one', { method: 'PUT' })).resolves.toMatchObject({ status: 200 });
});

it('sends requests of visitors before the first login', async () => {
  await expect(request('/api/articles/one')).rejects.toMatchObject({ status: 403 });
});

it('says at each refresh how long ago the user did something', async () => {
  const note = vi.fn<(type: string, listener: () => void) => void>();
  vi.stubGlobal('addEventListener', note);
  vi.useFakeTimers({ toFake: ['Date'] });
  watchInput(() => undefined);
  const press = note.mock.calls.find(([type]) => type === 'keydown')?.[1] ?? expect.fail();
  press();
  vi.setSystemTime(Date.now() + 90_000);
  beginSession(jwtOf(1));
  await expect(request('/api/articles/one')).rejects.toMatchObject({ status: 401 });
  const bodies = fetched.mock.calls.flatMap(([path, { body }]) => (path === '/api/auth/refresh' ? [body] : []));
  expect(bodies).toEqual(['{"idleSeconds":90}']);
  vi.useRealTimers();
});

it('knows when the JWT is over, whatever the clock of the API says', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  beginSession(jwtOf(1, { iat: 5_000, exp: 5_600 }));
  vi.setSystemTime(Date.now() + 599_000);
  expect(isJwtExpired()).toBe(false);
  vi.setSystemTime(Date.now() + 1_000);
  expect(isJwtExpired()).toBe(true);
  vi.useRealTimers();
});

it('learns why the session has ended: from the API, or from the cookie that has expired with it', async () => {
  const ends = vi.fn();
  setSessionEndHandler(ends);
  beginSession(jwtOf(1));
  await expect(request('/api/articles/one')).rejects.toMatchObject({ status: 401 });
  expect(ends).toHaveBeenLastCalledWith('ended', 'limit');
  const refused = { error: { name: 'UnauthorizedError', message: 'no', details: { reason: 'idle' } } };
  fetched.mockImplementation(() => Promise.resolve(Response.json(refused, { status: 401 })));
  beginSession(jwtOf(1));
  await expect(request('/api/articles/one')).rejects.toMatchObject({ status: 401 });
  expect(ends).toHaveBeenLastCalledWith('ended', 'idle');
});

it('goes on in a list while its pages are empty', async () => {
  beginSession(jwtOf(2));
  const pageOf = (data: readonly string[], nextCursor: string | null) => () =>
    Promise.resolve(Response.json({ data, meta: { pagination: { pageSize: 25, nextCursor } } }));
  const query = { type: 'api::article.article' };
  const read = async () => (await new QueryClient().infiniteQuery(pagesQuery('GET /api/trash', { query }))).pages;
  fetched.mockImplementationOnce(pageOf([], 'a')).mockImplementationOnce(pageOf(['one'], 'b'));
  await expect(read()).resolves.toMatchObject([{ data: ['one'] }]);
  const cursors = fetched.mock.calls.map(([url]) => new URL(url, 'https://x').searchParams.get('pagination[cursor]'));
  expect(cursors).toEqual([null, 'a']);
  fetched.mockImplementationOnce(pageOf([], null));
  await expect(read()).resolves.toMatchObject([{ data: [] }]);
  fetched.mockImplementationOnce(pageOf(['one'], 'a')).mockImplementationOnce(pageOf(['two'], null));
  const all = callPages('GET /api/trash', { query }, new AbortController().signal);
  await expect(all).resolves.toEqual(['one', 'two']);
});

it.each([
  ['GET /admin/api-tokens', '/admin/api-tokens'],
  ['POST /admin/api-tokens/{id}/regenerate', '/admin/api-tokens'],
  ['GET /api/{contentType}/{documentId}/versions/{number}', '/api/{contentType}/{documentId}/versions'],
] as const)('%s is of the resource %s', (key, resource) => {
  expect(resourceKey(key)).toEqual([resource]);
});
