// Sessions end by the limits of the role of their user.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { logIn, password, postAuth, registerUser, findRoleId, secondsOf } from '../../setup/users.ts';

const roles = {
  editor: { sessionSeconds: 3_600, idleSeconds: 900 },
  author: { sessionSeconds: 0, idleSeconds: 0 },
  administrator: { sessionSeconds: testConfig.auth.sessionSeconds + 3_600, idleSeconds: 0 },
};
const auth = { ...testConfig.auth, accessSeconds: 600, roles };
const api = createApi(library, { ...testConfig, auth: { ...auth, refresh: true } });
const simple = createApi(library, { ...testConfig, auth });

// In the future, because MongoDB removes sessions that are over by its own clock.
const start = Date.parse('2100-01-01T00:00:00Z');
const at = (seconds: number): void => {
  vi.setSystemTime(new Date(start + seconds * 1_000));
};
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(0);
});
afterEach(() => {
  vi.useRealTimers();
});

const beginSession = async (role: string, site = api): Promise<Reply> => {
  const { user } = await loginTestUser(site.service(), { role, password });
  return logIn(site, user.username);
};
const refresh = (refreshToken: string, more: object = {}): Promise<Reply> =>
  postAuth(api, 'refresh', { refreshToken, ...more });
const reasonOf = ({ status, body }: Reply): unknown => [status, body.error.details.reason];
it('a session that nobody uses ends after its JWT and the idle time of the role', async () => {
  let { body } = await beginSession('editor');
  at(1_499);
  const next = await refresh(body.refreshToken as string);
  expect(next.status).toBe(200);
  ({ body } = next);
  at(1_499 + 1_500);
  expect(reasonOf(await refresh(body.refreshToken as string))).toEqual([401, 'idle']);
  // And stays ended.
  at(1_500);
  expect(reasonOf(await refresh(body.refreshToken as string))).toEqual([401, undefined]);
});

it('a refresh of a client whose user does nothing does not keep the session', async () => {
  let { body } = await beginSession('editor');
  for (const seconds of [600, 1_200]) {
    at(seconds);
    ({ body } = await refresh(body.refreshToken as string, { idleSeconds: seconds - 10 }));
  }
  at(1_509);
  const next = await refresh(body.refreshToken as string, { idleSeconds: 1 });
  expect(next.status).toBe(200);
  const [session] = (await api.get('/api/auth/sessions', { as: { token: next.body.jwt as string } })).body.data;
  expect(session.lastActiveAt).toBe(new Date(start + 1_508_000).toISOString());
  // Another tab, whose user did something longer ago, takes nothing back.
  ({ body } = await refresh(next.body.refreshToken as string, { idleSeconds: 1_000 }));
  at(1_508 + 1_499);
  ({ body } = await refresh(body.refreshToken as string, { idleSeconds: 1_499 }));
  at(1_508 + 1_500);
  expect(reasonOf(await refresh(body.refreshToken as string))).toEqual([401, 'idle']);
});

it('a refresh says since when its user does nothing as a number', async () => {
  const { body } = await beginSession('editor');
  for (const idleSeconds of [-1, '5', null, Number.MAX_SAFE_INTEGER])
    expect((await refresh(body.refreshToken as string, { idleSeconds })).body.error.details.errors).toMatchObject([
      { path: ['idleSeconds'] },
    ]);
  expect((await refresh(body.refreshToken as string)).status).toBe(200);
});

it('only the valid token of a session learns why it has ended', async () => {
  const { id } = await registerUser(api, 'rosa');
  const sessionOf = async () => (await logIn(api, 'rosa')).body.refreshToken as string;
  const change = (values: object) => api.request('PUT', `/api/users/${id}`, { body: values });
  const first = await sessionOf();
  const { refreshToken: second } = (await refresh(first)).body as { refreshToken: string };
  at(60);
  await change({ password: 'another one for rosa' });
  expect(reasonOf(await refresh(`${first.split('.')[0] ?? ''}.guessed`))).toEqual([401, undefined]);
  // That guess ended the session, whose user cannot know why.
  expect(reasonOf(await refresh(second))).toEqual([401, undefined]);
  await change({ password });
  at(120);
  const third = await sessionOf();
  at(180);
  await change({ password: 'another one for rosa' });
  expect(reasonOf(await refresh(third))).toEqual([401, 'password']);
  await change({ password });
  at(240);
  const blocked = await sessionOf();
  await change({ blocked: true });
  expect(reasonOf(await refresh(blocked))).toEqual([401, 'administrator']);
});

it('requests at the same time do not continue a session that was idle too long', async () => {
  const { body } = await beginSession('editor');
  at(1_500);
  const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(body.refreshToken as string)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
});

it('a session ends after the time of the role, and no JWT outlives it', async () => {
  let { body } = await beginSession('editor');
  for (const seconds of [900, 1_800, 2_700, 3_400]) {
    at(seconds);
    ({ body } = await refresh(body.refreshToken as string));
    expect(secondsOf(body.jwt as string)).toBe(Math.min(600, 3_600 - seconds));
  }
  at(3_600);
  expect((await refresh(body.refreshToken as string)).status).toBe(401);
});

it('other roles have the time of the site', async () => {
  const { body } = await beginSession('author');
  at(2_000_000);
  expect((await refresh(body.refreshToken as string)).status).toBe(200);
});

it('no role has more time than the site', async () => {
  const { body } = await beginSession('administrator', simple);
  expect(secondsOf(body.jwt as string)).toBe(testConfig.auth.sessionSeconds);
});

it('the role that a user gets later ends a session that began before', async () => {
  const { id } = await registerUser(api, 'pablo');
  const { body } = await logIn(api, 'pablo');
  const role = await findRoleId(api, 'editor');
  expect((await api.request('PUT', `/api/users/${id}`, { body: { role } })).status).toBe(200);
  at(3_601);
  expect(reasonOf(await refresh(body.refreshToken as string))).toEqual([401, 'limit']);
});

it('without refresh tokens a session lasts as long as it may be idle', async () => {
  expect(secondsOf((await beginSession('editor', simple)).body.jwt as string)).toBe(1_500);
  expect(secondsOf((await beginSession('author', simple)).body.jwt as string)).toBe(2_592_000);
});
