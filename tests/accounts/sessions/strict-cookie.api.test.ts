// Sessions of the editor: the refresh token is in a strict cookie that only pages of the API's own origin can use.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, type Call, type Reply } from '../../setup/api.ts';
import { auth, logIn, password, registerUser, findRoleId, secondsOf, setPermissions } from '../../setup/users.ts';

/** By default `auth.refresh` is off: the strict cookie does not depend on it. */
const api = createApi(library);
const withRefresh = createApi(library, { ...testConfig, auth: { ...testConfig.auth, refresh: true } });

const strict = { 'x-strapi-refresh-cookie': 'strict' };
const credentials = { identifier: 'ada', password };

const post = (path: string, body: unknown, headers: Call['headers'] = strict, as: Call['as'] = null): Promise<Reply> =>
  api.request('POST', `${auth}/${path}`, { body, as, headers });

const storedToken = ({ headers }: Reply): string =>
  /^__Host-lectern_editor=([\w.-]+); /.exec(String(headers['set-cookie']))?.[1] ?? '';

const withCookie = (token: string, more: Call['headers'] = strict) => ({
  ...more,
  cookie: `theme=dark; __Host-lectern_editor=${token}`,
});

const sessionCount = async (): Promise<number> => (await api.collection('lectern_sessions')).countDocuments();

beforeAll(async () => {
  await registerUser(api, 'ada');
  await registerUser(api, 'eve');
  await registerUser(withRefresh, 'ada');
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a login with x-strapi-refresh-cookie: strict', () => {
  it('begins a session with a short JWT and a refresh token in the cookie, also without auth.refresh', async () => {
    const reply = await post('local', credentials);
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['jwt', 'user']]);
    expect(reply.headers['set-cookie']).toMatch(
      /^__Host-lectern_editor=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(reply.headers['cache-control']).toBe('private, no-store');
    expect(secondsOf(reply.body.jwt as string)).toBe(testConfig.auth.accessSeconds);
    const refreshed = await post('refresh', undefined, withCookie(storedToken(reply)));
    expect([refreshed.status, Object.keys(refreshed.body)]).toEqual([200, ['jwt']]);
    expect(secondsOf(refreshed.body.jwt as string)).toBe(testConfig.auth.accessSeconds);
    expect(storedToken(refreshed)).not.toBe(storedToken(reply));
    expect((await post('refresh', undefined, withCookie(storedToken(refreshed)))).status).toBe(200);
  });

  it('also begins one with a changed password, which ends the earlier ones', async () => {
    await registerUser(api, 'cora');
    const first = await post('local', { identifier: 'cora', password });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    const change = { currentPassword: password, password: 'another one', passwordConfirmation: 'another one' };
    const changed = await post('change-password', change, withCookie(storedToken(first)), { token: first.body.jwt });
    expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['jwt', 'user']]);
    expect((await post('refresh', undefined, withCookie(storedToken(first)))).status).toBe(401);
    expect((await post('refresh', undefined, withCookie(storedToken(changed)))).status).toBe(200);
  });

  it('refreshes if the public may not', async () => {
    const before = await post('local', credentials);
    await setPermissions(api, 'public', [{ action: 'plugin::users-permissions.auth.callback' }]);
    expect((await post('refresh', undefined, withCookie(storedToken(before)))).status).toBe(200);
    await setPermissions(api, 'public', []);
    expect((await post('local', credentials)).status).toBe(403);
    await setPermissions(
      api,
      'public',
      ['callback', 'register'].map((name) => ({ action: `plugin::users-permissions.auth.${name}` })),
    );
  });

  it('leaves other sessions without auth.refresh as they are', async () => {
    const reply = await logIn(api, 'ada');
    expect([Object.keys(reply.body), reply.headers['set-cookie']]).toEqual([['jwt', 'user'], undefined]);
    expect(secondsOf(reply.body.jwt as string)).toBe(testConfig.auth.sessionSeconds);
    for (const headers of [{}, { 'x-strapi-refresh-cookie': 'httpOnly' }])
      expect((await post('refresh', { refreshToken: 'a.b' }, headers)).status).toBe(404);
  });
});

describe('a session is not fixed', () => {
  it('a login replaces the session of the cookie that it brings', async () => {
    const planted = storedToken(await post('local', { identifier: 'eve', password }));
    const count = await sessionCount();
    const reply = await post('local', credentials, withCookie(planted));
    expect(storedToken(reply).split('.')[0]).not.toBe(planted.split('.')[0]);
    expect(await sessionCount()).toBe(count);
    expect((await post('refresh', undefined, withCookie(planted))).status).toBe(401);
    const own = await post('refresh', undefined, withCookie(storedToken(reply)));
    const me = await api.get('/api/users/me', { as: { token: own.body.jwt as string } });
    expect(me.body.username).toBe('ada');
  });

  it('a refresh token in a body begins no session in the cookie', async () => {
    const { body } = await withRefresh.request('POST', `${auth}/local`, { as: null, body: credentials });
    const { refreshToken } = body as { readonly refreshToken: string };
    const refresh = (headers: Call['headers'] = {}) =>
      withRefresh.request('POST', `${auth}/refresh`, { as: null, body: { refreshToken }, headers });
    expect(await refresh(strict)).toMatchObject({ status: 204, body: undefined });
    expect((await refresh()).status).toBe(200);
  });

  it('the cookies of both kinds are separate', async () => {
    const token = storedToken(await post('local', credentials));
    const other = { ...strict, cookie: `strapi_up_refresh=${token}` };
    expect((await post('refresh', undefined, other)).status).toBe(204);
  });
});

describe('a page of another site', () => {
  it.each<Call['headers']>([{}, { 'x-strapi-refresh-cookie': 'Strict' }, { 'x-strapi-refresh-cookie': 'httpOnly' }])(
    'refreshes nothing without the header: %j',
    async (headers) => {
      const token = storedToken(await post('local', credentials));
      for (const site of [api, withRefresh]) {
        const call = { as: null, body: {}, headers: withCookie(token, headers) };
        const reply = await site.request('POST', `${auth}/refresh`, call);
        expect([400, 404]).toContain(reply.status);
        expect(reply.headers['set-cookie']).toBeUndefined();
      }
      expect((await post('refresh', undefined, withCookie(token))).status).toBe(200);
    },
  );

  it.each(['cross-site', 'same-site'])('is refused with the header too, if the browser says %s', async (from) => {
    const token = storedToken(await post('local', credentials));
    const headers = withCookie(token, { ...strict, 'sec-fetch-site': from });
    for (const [path, body] of [
      ['refresh', undefined],
      ['local', credentials],
    ] as const) {
      const reply = await post(path, body, headers);
      expect([reply.status, reply.headers['set-cookie']]).toEqual([403, undefined]);
    }
    const own = withCookie(token, { ...strict, 'sec-fetch-site': 'same-origin' });
    expect((await post('refresh', undefined, own)).status).toBe(200);
  });

  it.each(['https://evil.example', 'null', 'https://cms.example.org.evil.example'])(
    'is refused with the header too, if the browser says only the origin %s',
    async (origin) => {
      const token = storedToken(await post('local', credentials));
      const headers = (of: string) => withCookie(token, { ...strict, origin: of, host: 'cms.example.org' });
      expect((await post('refresh', undefined, headers(origin))).status).toBe(403);
      expect((await post('refresh', undefined, headers('https://cms.example.org'))).status).toBe(200);
    },
  );
});

describe('a logout', () => {
  it('ends the session of the cookie and deletes the cookie', async () => {
    const reply = await post('local', credentials);
    const token = storedToken(reply);
    const out = await post('logout', undefined, withCookie(token), { token: reply.body.jwt });
    expect([out.status, out.headers['set-cookie']]).toEqual([
      200,
      '__Host-lectern_editor=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Strict',
    ]);
    expect((await post('refresh', undefined, withCookie(token))).status).toBe(401);
  });

  it('needs no permission of the role, but a user', async () => {
    const body = { name: 'Guests', description: '', permissions: {} };
    await api.request('POST', '/api/users-permissions/roles', { body });
    const role = await findRoleId(api, 'guests');
    const guest = { username: 'gus', email: 'gus@example.org', password, role, confirmed: true };
    expect((await api.request('POST', '/api/users', { body: guest })).status).toBe(201);
    const reply = await post('local', { identifier: 'gus', password });
    const [cookie, as] = [withCookie(storedToken(reply)), { token: reply.body.jwt as string }];
    expect((await post('change-password', {}, cookie, as)).status).toBe(403);
    expect((await post('logout', undefined, cookie)).status).toBe(401);
    expect((await post('logout', undefined, cookie, as)).status).toBe(200);
    expect((await post('refresh', undefined, cookie)).status).toBe(401);
  });

  it('everywhere also ends sessions without a refresh token', async () => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    const old = (await logIn(api, 'ada')).body.jwt as string;
    const phone = storedToken(await post('local', credentials));
    const reply = await post('local', credentials);
    vi.setSystemTime(now + 2_000);
    const as = { token: reply.body.jwt as string };
    expect((await api.get(`${auth}/sessions`, { as, headers: strict })).body.data.length).toBeGreaterThanOrEqual(2);
    const out = await post('logout', { scope: 'all' }, withCookie(storedToken(reply)), as);
    expect(out.status).toBe(200);
    expect((await post('refresh', undefined, withCookie(phone))).status).toBe(401);
    for (const token of [old, as.token]) expect((await api.get('/api/users/me', { as: { token } })).status).toBe(401);
    expect((await logIn(api, 'ada')).status).toBe(200);
  });
});
