// What becomes of requests when the session of the page ends.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { request } from '../../editor/src/api/client.ts';
import { beginSession, forgetSession } from '../../editor/src/api/jwt.ts';

const jwtOf = (id: number): string => `header.${btoa(JSON.stringify({ id }))}.signature`;

/** An API that answers 401 for an expired JWT, and 403 for no JWT. */
const fetched = vi.fn((path: string, { headers }: { headers: Readonly<Record<string, string>> }) => {
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
  vi.unstubAllGlobals();
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
