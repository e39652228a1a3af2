// Refresh tokens in cookies, and the list of a user's sessions.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenInCookie } from '../../../lib/accounts/sessions/refreshCookie.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { passwordsFor } from '../../../lib/platform/passwords.ts';
import { toRequest } from '../../../lib/api/http/request.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig, toLambdaEvent, type Call, type Reply } from '../../setup/api.ts';
import { auth, captureMails, codeIn, logIn, password, postAuth, registerUser } from '../../setup/users.ts';

const api = createApi(library, { ...testConfig, auth: { ...testConfig.auth, refresh: true } });
const withoutRefresh = createApi(library);

const asksForCookie = { 'x-strapi-refresh-cookie': 'httpOnly' };

const post = (path: string, body: unknown, headers: Call['headers'] = {}, as: Call['as'] = null): Promise<Reply> =>
  api.request('POST', `${auth}/${path}`, { body, as, headers });

/** The refresh token in the cookie that an answer stores. */
const storedToken = ({ headers }: Reply): string =>
  /^strapi_up_refresh=([\w.-]+); /.exec(String(headers['set-cookie']))?.[1] ?? '';

const withCookie = (token: string, more = asksForCookie) => ({
  ...more,
  cookie: `theme=dark; strapi_up_refresh=${token}; other=1`,
});

const credentials = { identifier: 'ada', password };
const change = { currentPassword: password, password: 'another one', passwordConfirmation: 'another one' };

beforeAll(() => registerUser(api, 'ada'));
afterEach(() => {
  vi.useRealTimers();
});

describe('a request with x-strapi-refresh-cookie: httpOnly', () => {
  it('stores the refresh token in a cookie that no script reads, and not in the body', async () => {
    const reply = await post('local', credentials, asksForCookie);
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['jwt', 'user']]);
    expect(reply.headers['set-cookie']).toMatch(
      /^strapi_up_refresh=[\w-]{43}\.[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(reply.headers['cache-control']).toBe('private, no-store');
  });

  it('exchanges the cookie for the next one, once, until the session ends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const first = storedToken(await post('local', credentials, asksForCookie));
    vi.setSystemTime(Date.now() + 1_000_000);
    const reply = await post('refresh', undefined, withCookie(first));
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['jwt']]);
    expect(reply.headers['set-cookie']).toContain('Max-Age=2591000;');
    const second = storedToken(reply);
    expect((await post('refresh', {}, withCookie(second))).status).toBe(200);
    expect((await post('refresh', {}, withCookie(first))).status).toBe(401);
  });

  it('reads a cookie that API Gateway passes beside the headers', async () => {
    const token = storedToken(await post('local', credentials, asksForCookie));
    const route = { routeKey: 'POST /api/auth/refresh', pathParameters: {} };
    const event = toLambdaEvent('POST', `${auth}/refresh`, { headers: asksForCookie }, route);
    const cookies = ['theme=dark', `strapi_up_refresh=${token}`];
    expect(tokenInCookie(toRequest({ ...event, cookies }))).toBe(token);
  });

  it.each([asksForCookie, withCookie('')])('moves a token from the body to the cookie: %j', async (headers) => {
    const { refreshToken } = (await post('local', credentials)).body;
    const reply = await post('refresh', { refreshToken }, headers);
    expect([Object.keys(reply.body), storedToken(reply)]).toEqual([['jwt'], expect.stringMatching(/\./)]);
  });

  it('stores the cookie also after a registration and with a new password', async () => {
    const mails = captureMails(api);
    const registration = { username: 'cora', email: 'cora@example.org', password };
    const registered = await post('local/register', registration, asksForCookie);
    expect([registered.body.refreshToken, storedToken(registered)]).toEqual([undefined, expect.stringMatching(/\./)]);
    const changed = await post('change-password', change, asksForCookie, { token: registered.body.jwt });
    expect([changed.body.refreshToken, storedToken(changed)]).toEqual([undefined, expect.stringMatching(/\./)]);
    await post('forgot-password', { email: 'cora@example.org' });
    const reset = { code: codeIn(mails), password, passwordConfirmation: password };
    const again = await post('reset-password', reset, asksForCookie);
    expect([again.body.refreshToken, storedToken(again)]).toEqual([undefined, expect.stringMatching(/\./)]);
  });

  it('logs out of the session of the cookie, and deletes the cookie', async () => {
    const { jwt } = (await post('local', credentials)).body;
    const token = storedToken(await post('local', credentials, asksForCookie));
    const reply = await post('logout', undefined, withCookie(token), { token: jwt });
    expect(reply).toMatchObject({ status: 200, body: { ok: true } });
    expect(reply.headers['set-cookie']).toBe('strapi_up_refresh=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=Lax');
    expect((await post('refresh', undefined, withCookie(token))).status).toBe(401);
  });

  it('has no effect without refresh tokens', async () => {
    await registerUser(withoutRefresh, 'ada');
    const reply = await withoutRefresh.request('POST', `${auth}/local`, {
      body: credentials,
      ...{ as: null, headers: asksForCookie },
    });
    expect([Object.keys(reply.body), reply.headers['set-cookie']]).toEqual([['jwt', 'user'], undefined]);
  });
});

// With the header, the browser sends a preflight: tests/api/http/headers.api.test.ts has what it allows.
it.each<Call['headers']>([{}, { 'x-strapi-refresh-cookie': 'HttpOnly' }, { 'x-strapi-refresh-cookie': '' }])(
  'a page of another site cannot use the cookie without the header: %j',
  async (headers) => {
    const token = storedToken(await post('local', credentials, asksForCookie));
    const reply = await post('refresh', {}, withCookie(token, headers as typeof asksForCookie));
    expect([reply.status, reply.body.error.message, reply.headers['set-cookie']]).toEqual([
      400,
      'Missing refresh token',
      undefined,
    ]);
    // The session goes on.
    expect((await post('refresh', undefined, withCookie(token))).status).toBe(200);
  },
);

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';

/** Registers a user and logs in twice. The three sessions begin a second after each other. */
const threeSessions = async (username: string) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const registration = { username, email: `${username}@example.org`, password };
  const registered = await post('local/register', registration, { 'user-agent': chrome });
  vi.setSystemTime(Date.now() + 1_000);
  const second = await post('local', { identifier: username, password, deviceId: 'phone' });
  vi.setSystemTime(Date.now() + 1_000);
  const third = await post('local', { identifier: username, password });
  return [registered, second, third].map(({ body }) => body as { jwt: string; refreshToken: string }) as [
    { jwt: string; refreshToken: string },
    { jwt: string; refreshToken: string },
    { jwt: string; refreshToken: string },
  ];
};

const list = (token: string): Promise<Reply> => api.get(`${auth}/sessions`, { as: { token } });
const revoke = (id: unknown, token: string): Promise<Reply> =>
  api.delete(`${auth}/sessions/${String(id)}`, { as: { token } });
const refreshes = async (refreshToken: string): Promise<number> =>
  (await postAuth(api, 'refresh', { refreshToken })).status;

describe('GET /api/auth/sessions', () => {
  it('lists the sessions of the caller, the current one first, then those that were used last', async () => {
    const start = Date.now();
    const [first, second, third] = await threeSessions('dora');
    const { status, body, headers } = await list(second.jwt);
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    const at = (index: number) => new Date(Date.parse(body.data[2].loginAt) + index * 1_000).toISOString();
    const session = { id: expect.stringMatching(/^[\w-]{43}$/) as string };
    expect(body.data).toEqual([
      { ...session, deviceId: 'phone', current: true, loginAt: at(1), lastActiveAt: at(1) },
      { ...session, deviceId: null, current: false, loginAt: at(2), lastActiveAt: at(2) },
      {
        ...session,
        deviceId: null,
        deviceName: 'Chrome on Windows',
        current: false,
        loginAt: at(0),
        lastActiveAt: at(0),
      },
    ]);
    expect(Date.parse(at(0))).toBeGreaterThanOrEqual(start);
    // Nothing that continues a session.
    const text = JSON.stringify(body);
    for (const { refreshToken } of [first, second, third]) expect(text).not.toContain(refreshToken.split('.')[1]);
    expect(text).not.toMatch(/hash|endsAt|user/);
  });

  it('shows a refresh as activity of the same session, whose new JWT belongs to it', async () => {
    const [first] = await threeSessions('elsa');
    vi.setSystemTime(Date.now() + 60_000);
    const { jwt } = (await postAuth(api, 'refresh', { refreshToken: first.refreshToken })).body;
    const { data } = (await list(jwt)).body;
    expect(data).toHaveLength(3);
    expect(data[0]).toMatchObject({ current: true, deviceName: 'Chrome on Windows' });
    expect(Date.parse(data[0].lastActiveAt) - Date.parse(data[0].loginAt)).toBe(62_000);
  });

  it('lists no session that has ended: by time, by a new password, by a logout', async () => {
    const [first, second, third] = await threeSessions('finn');
    await post('logout', { refreshToken: third.refreshToken }, {}, { token: first.jwt });
    expect((await list(first.jwt)).body.data).toHaveLength(2);
    vi.setSystemTime(Date.now() + 2_000);
    const changed = await post('change-password', change, {}, { token: second.jwt });
    expect((await list(changed.body.jwt)).body.data).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2_592_000_000);
    const late = await logIn(api, 'finn', 'another one');
    expect((await list(late.body.jwt)).body.data).toHaveLength(1);
  });

  it.each(['hash', 'matches'] as const)(
    'lists no session that begins with the old password during its change: %s',
    async (step) => {
      const name = `ugo-${step}`;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
      const { jwt } = (await post('local/register', { username: name, email: `${name}@example.org`, password })).body;
      vi.setSystemTime(Date.now() + 1_000);
      const passwords = passwordsFor(api.service());
      const run = passwords[step].bind(passwords) as (...values: readonly unknown[]) => Promise<never>;
      const changePassword = () => post('change-password', change, {}, { token: jwt as string });
      const logInWithOld = () => logIn(api, name);
      // While the new password is hashed, a login passes; or while a login compares, the password changes.
      const [outer, inner] = step === 'hash' ? [changePassword, logInWithOld] : [logInWithOld, changePassword];
      let other: Reply | undefined;
      vi.spyOn(passwords, step).mockImplementationOnce(async (...values: readonly unknown[]) => {
        const result = await run(...values);
        vi.setSystemTime(Date.now() + 1);
        other = await inner();
        vi.setSystemTime(Date.now() + 1);
        return result;
      });
      const replies = [await outer(), other];
      const [changed, loggedIn] = step === 'hash' ? replies : replies.reverse();
      expect([changed?.status, loggedIn?.status]).toEqual([200, step === 'hash' ? 200 : 401]);
      expect((await list(changed?.body.jwt as string)).body.data).toHaveLength(1);
      const audited = { action: 'login.succeeded', 'target.documentId': changed?.body.user.documentId as string };
      const rows = await api.collection(collections.audit);
      expect(await rows.countDocuments(audited)).toBe(step === 'hash' ? 1 : 0);
      if (step === 'matches') return;
      expect((await list(loggedIn?.body.jwt as string)).status).toBe(401);
      const refreshed = await post('refresh', { refreshToken: loggedIn?.body.refreshToken as string });
      expect([refreshed.status, refreshed.body.error.details]).toEqual([401, { reason: 'password' }]);
    },
  );

  it('has no JWT of the second in which the password changed, except the new one', async () => {
    const [first] = await threeSessions('oona');
    const { jwt } = (await logIn(api, 'oona')).body;
    vi.setSystemTime(Date.now() + 1);
    const changed = await post('change-password', change, {}, { token: first.jwt });
    const statuses = [jwt, changed.body.jwt].map(async (token) => (await list(token)).status);
    expect(await Promise.all(statuses)).toEqual([401, 200]);
  });

  it.each([
    ['with', api],
    ['without', withoutRefresh],
  ] as const)('ends and keeps the right ones after the clock was ahead, %s refresh tokens', async (name, site) => {
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 10_000_000 });
    const ofUser = await registerUser(site, `cleo-${name}`);
    const setPassword = (token: string, from: string, to: string) =>
      site.request('POST', `${auth}/change-password`, {
        ...{ body: { currentPassword: from, password: to, passwordConfirmation: to }, as: { token } },
      });
    const isAccepted = async ({ jwt, refreshToken }: { readonly jwt: string; readonly refreshToken?: string }) => {
      const { status } = await site.get('/api/users/me', { as: { token: jwt } });
      const refreshed = refreshToken === undefined ? 200 : (await postAuth(site, 'refresh', { refreshToken })).status;
      return [status, refreshed].map((one) => one !== 401);
    };
    await setPassword(ofUser.as.token, password, 'the second one');
    vi.setSystemTime(Date.now() + 1_000);
    const early = (await logIn(site, `cleo-${name}`, 'the second one')).body;
    expect(await isAccepted(early)).toEqual([true, true]);
    vi.setSystemTime(now);
    const late = (await logIn(site, `cleo-${name}`, 'the second one')).body;
    expect(await isAccepted(late)).toEqual([true, true]);
    vi.setSystemTime(now + 1_000);
    const last = (await setPassword(late.jwt, 'the second one', 'the third one')).body;
    expect(await isAccepted(last)).toEqual([true, true]);
    expect(await isAccepted(late)).toEqual([false, name === 'without']);
    expect(await isAccepted({ jwt: early.jwt })).toEqual([false, true]);
  });

  it('is for logged-in users', async () => {
    expect((await api.get(`${auth}/sessions`, { as: null })).status).toBe(403);
    expect((await api.get(`${auth}/sessions`)).body.error).toMatchObject({
      ...{ status: 401, message: 'Missing authentication' },
    });
    expect((await withoutRefresh.get(`${auth}/sessions`)).status).toBe(404);
  });
});

describe('DELETE /api/auth/sessions/:id', () => {
  it('ends one session of the caller', async () => {
    const [first, second, third] = await threeSessions('gina');
    const { data } = (await list(third.jwt)).body;
    expect(await revoke(data[2].id, third.jwt)).toMatchObject({ status: 200, body: { data: {} } });
    expect(await refreshes(first.refreshToken)).toBe(401);
    expect((await list(third.jwt)).body.data.map(({ id }: { id: string }) => id)).toEqual([data[0].id, data[1].id]);
    expect(await refreshes(second.refreshToken)).toBe(200);
  });

  it('is 404 for a session of another user, an ended one, and any other text', async () => {
    const [mine] = await threeSessions('hugo');
    const [other] = await threeSessions('ines');
    const [{ id }] = (await list(other.jwt)).body.data as [{ id: string }];
    const absent = { status: 404, body: { error: { message: 'Session not found' } } };
    expect(await revoke(id, mine.jwt)).toMatchObject(absent);
    expect(await revoke('nowhere', mine.jwt)).toMatchObject(absent);
    expect(await refreshes(other.refreshToken)).toBe(200);
    expect((await revoke(id, other.jwt)).status).toBe(200);
    expect(await revoke(id, other.jwt)).toMatchObject(absent);
  });
});

describe('a logout', () => {
  it.each<[string, object, Call['headers']]>([
    ['nothing', {}, {}],
    ['an unknown token', { refreshToken: 'unknown.token' }, {}],
    ['an unknown cookie', {}, withCookie('unknown.token')],
    ['an empty cookie', {}, withCookie('')],
  ])('ends the session of the JWT beside %s', async (_, body, headers) => {
    const { jwt, refreshToken } = (await post('local', credentials)).body;
    expect((await post('logout', body, headers, { token: jwt })).status).toBe(200);
    expect(await refreshes(refreshToken)).toBe(401);
  });

  it('ends the session of the JWT beside the token of another user, whose session continues', async () => {
    const { jwt, refreshToken } = (await post('local', credentials)).body;
    const [other] = await threeSessions('nora');
    await post('logout', { refreshToken: other.refreshToken }, {}, { token: jwt });
    expect([await refreshes(refreshToken), await refreshes(other.refreshToken)]).toEqual([401, 200]);
  });

  it('ends the sessions of a device, or all', async () => {
    const [first, second, third] = await threeSessions('karl');
    await post('logout', { deviceId: 'phone' }, {}, { token: first.jwt });
    expect([await refreshes(second.refreshToken), await refreshes(third.refreshToken)]).toEqual([401, 200]);
    await post('logout', { scope: 'all' }, {}, { token: first.jwt });
    expect(await refreshes(first.refreshToken)).toBe(401);
    expect((await list(first.jwt)).body.data).toEqual([]);
  });

  it('ends nothing for an unknown scope', async () => {
    const [first] = await threeSessions('lars');
    for (const scope of ['everything', '', null, 1, { $ne: null }]) {
      const { status, body } = await post('logout', { scope }, {}, { token: first.jwt });
      expect([status, body.error.details.errors[0].path]).toEqual([400, ['scope']]);
    }
    expect(await refreshes(first.refreshToken)).toBe(200);
  });

  it('ends all sessions with a JWT from before sessions had ids', async () => {
    const [first, second] = await threeSessions('mia');
    const { id } = (await api.get('/api/users/me', { as: { token: first.jwt } })).body;
    const old = await api.service().access.sessions.issue(id as number, 600);
    expect((await list(old)).body.data.map(({ current }: { current: boolean }) => current)).toEqual([
      ...[false, false, false],
    ]);
    await post('logout', undefined, {}, { token: old });
    expect([await refreshes(first.refreshToken), await refreshes(second.refreshToken)]).toEqual([401, 401]);
  });
});
