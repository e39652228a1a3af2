// Logins of editors by an OpenID Connect provider, against a real one on this machine.
import { Collection, MongoNetworkError } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { findRoleOfType, roleIdOf } from '../../../lib/accounts/roles/index.ts';
import { findByDocumentId } from '../../../lib/accounts/users/index.ts';
import type { Settings } from '../../../lib/platform/config/index.ts';
import { createApi, type Reply } from '../../setup/api.ts';
import { startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import {
  addPerson,
  begin,
  byGroups,
  comeBack,
  logIn,
  origin,
  outcomeOf,
  providerSettings,
  redirectAddress,
  session,
  siteWith as siteOf,
  strict,
  type ProviderSettings,
  type Site,
} from '../../setup/providerSite.ts';
import { captureMails, codeIn, password, postAuth, registerUser, findRoleId } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';
import { addEditorUser, setUpApp } from '../factors/editorUser.ts';

const api = createApi(library);

let provider: TestProvider;

const siteWith = (more: Partial<ProviderSettings> = {}, signIn: Partial<Settings['signIn']> = {}): Site =>
  siteOf(api, { providers: { keycloak: providerSettings({ issuer: provider.issuer, ...more }) }, ...signIn });

const roleOf = async (site: Site, { body }: Reply): Promise<string> =>
  (await site.get('/api/editor', { as: { token: body.jwt as string } })).body.data.user.role.type as string;

const refresh = (site: Site, { headers }: Reply): Promise<Reply> =>
  site.request('POST', '/api/auth/refresh', {
    as: null,
    headers: { ...strict, cookie: /^[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '' },
  });

const rows = async (action: string): Promise<readonly Record<string, unknown>[]> =>
  (await api.collection('lectern_audit')).find({ action }).sort({ at: 1 }).toArray();

beforeAll(async () => {
  provider = await startProvider([redirectAddress]);
  // The last administrator would keep the role.
  await loginTestUser(api.service(), { role: 'administrator' });
});
afterAll(() => provider.stop());
afterEach(() => {
  vi.useRealTimers();
  provider.accounts.clear();
  delete provider.replace.answer;
});

const person = (name: string, more: object = {}): string => addPerson(provider, name, { groups: ['editors'], ...more });

describe('the last administrator', () => {
  const administrators = createApi(library);
  const linking = createApi(library);

  it('keeps the role and does not get in, also if two lose it at once', async () => {
    const site = siteOf(administrators, {
      providers: { keycloak: providerSettings({ issuer: provider.issuer, ...byGroups }) },
    });
    const ids: string[] = [];
    for (const name of ['mia', 'max'])
      ids.push((await session(site, person(name, { groups: ['admins'] }))).body.user.documentId as string);
    const outcomes = await Promise.all(['mia', 'max'].map((name) => logIn(site, person(name))));
    expect(outcomes.filter((outcome) => outcome === 'noAccess')).toHaveLength(1);
    const last = ids[outcomes.indexOf('noAccess')] ?? '';
    const user = await findByDocumentId(administrators.service(), last);
    expect(await findRoleOfType(administrators.service(), 'administrator')).toMatchObject({
      documentId: roleIdOf(user ?? {}),
    });
    expect(await logIn(site, person(last === ids[0] ? 'mia' : 'max', { groups: ['admins'] }))).toMatchObject({
      status: 200,
    });
  });

  it('keeps the password too, if the groups of a login that would link them give another role', async () => {
    const site = siteOf(linking, {
      providers: { keycloak: providerSettings({ issuer: provider.issuer, ...byGroups, linkVerifiedAddresses: true }) },
    });
    const { id, as, documentId } = await registerUser(linking, 'nia');
    const role = await findRoleOfType(linking.service(), 'administrator');
    await linking.request('PUT', `/api/users/${id}`, { body: { role: role?.documentId } });
    expect(await logIn(site, person('nia'))).toBe('noAccess');
    expect(await postAuth(linking, 'local', { identifier: 'nia', password })).toMatchObject({
      status: 200,
      body: { user: { documentId, provider: 'local' } },
    });
    expect((await linking.get('/api/users/me', { as })).status).toBe(200);
    await loginTestUser(linking.service(), { role: 'administrator' });
    expect(await roleOf(site, await session(site, 'nia'))).toBe('editor');
    const audit = (await linking.service().database.get()).collection('lectern_audit');
    expect(await audit.findOne({ action: 'user.link' })).toMatchObject({ actor: documentId, changed: ['role'] });
  });
});

describe('a login by a provider', () => {
  it('creates the user with the role of its group, and begins a session of the editor', async () => {
    const site = siteWith(byGroups);
    const reply = await session(site, person('ada'));
    expect([reply.status, Object.keys(reply.body)]).toEqual([200, ['jwt', 'user']]);
    expect(reply.body.user).toMatchObject({ username: 'ada', email: 'ada@example.org', provider: 'keycloak' });
    expect(reply.headers['set-cookie']).toMatch(/^__Host-lectern_editor=.*; HttpOnly; Secure; SameSite=Strict$/);
    expect(await roleOf(site, reply)).toBe('editor');
    expect((await refresh(site, reply)).status).toBe(200);
    expect((await rows('user.create')).map(({ actor }) => actor)).toContain(reply.body.user.documentId);
    expect((await rows('login.succeeded')).map(({ actor }) => actor)).toContain(reply.body.user.documentId);
  });

  it('finds the same user again by issuer and subject, whatever the address is now', async () => {
    const site = siteWith(byGroups);
    const first = await session(site, person('bea'));
    person('bea', { email: 'other@example.org', preferred_username: 'somebody' });
    const second = await session(site, 'bea');
    expect(second.body.user.documentId).toBe(first.body.user.documentId);
  });

  it('gives the role of the first rule that fits, at each login', async () => {
    const site = siteWith(byGroups);
    const first = await session(site, person('cem', { groups: ['editors', 'admins'] }));
    expect(await roleOf(site, first)).toBe('administrator');
    person('cem');
    await session(site, 'cem');
    expect(await roleOf(site, first)).toBe('editor');
    expect((await rows('user.update')).at(-1)).toMatchObject({ actor: 'system', changed: ['role'] });
  });

  it('refuses persons without a group that has a role, and gives them `defaultRole` if there is one', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const lastCause = (): string => logged.mock.lastCall?.join() ?? '';
    expect(await logIn(siteWith(byGroups), person('dot', { groups: [] }))).toBe('noAccess');
    expect(lastCause()).toContain('signIn.providers.keycloak.roles has no group of the claim groups');
    const site = siteWith({ ...byGroups, defaultRole: 'author' });
    expect(await roleOf(site, await session(site, 'dot'))).toBe('author');
    expect(await logIn(siteWith({ roles: { editors: 'nothing' } }), person('dan'))).toBe('noAccess');
    expect(await logIn(siteWith({}), person('dea'))).toBe('noAccess');
    expect(lastCause()).toContain('keycloak has neither roles nor defaultRole');
  });

  it('finds groups in a nested claim', async () => {
    const claims = { openid: ['sub', 'realm_access'], email: ['email', 'email_verified'] };
    const nested = await startProvider([redirectAddress], { claims });
    nested.accounts.set('eli', { email: 'eli@example.org', email_verified: true, realm_access: { roles: ['boss'] } });
    const site = siteWith({
      issuer: nested.issuer,
      rolesClaim: 'realm_access.roles',
      roles: { boss: 'administrator' },
    });
    expect(await roleOf(site, await session(site, 'eli'))).toBe('administrator');
    await nested.stop();
  });

  it('returns to the address in the editor that it began at, and to no other site', async () => {
    const site = siteWith(byGroups);
    const browser = new TestBrowser();
    const account = person('fay');
    for (const [from, expected] of [
      ['/content/api::book.book?page=2', '/content/api::book.book?page=2'],
      ['//evil.example', null],
      ['/\\evil.example', null],
      ['https://evil.example', null],
    ] as const) {
      const address = await begin(site, browser, `keycloak?${new URLSearchParams({ from }).toString()}`);
      const end = await comeBack(site, browser, await browser.logIn(address, account));
      expect([end.origin, end.pathname, end.searchParams.get('from')]).toEqual([origin, '/editor/login', expected]);
    }
  });

  it('goes back to the login page if the person cancels', async () => {
    const site = siteWith(byGroups);
    const browser = new TestBrowser();
    const state = new URL(await begin(site, browser)).searchParams.get('state') ?? '';
    const back = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer }).toString();
    const end = await comeBack(site, browser, `${origin}/admin/connect/keycloak?${back}`);
    expect(outcomeOf(end)).toEqual({ provider: 'keycloak', failed: 'cancelled' });
    expect((await rows('login.failed')).at(-1)).toMatchObject({
      target: { type: 'provider', name: 'keycloak', id: 'cancelled' },
    });
  });

  it('lists the providers for the login page', async () => {
    const site = siteWith({ label: 'Example Inc.' });
    expect((await site.get('/admin/providers', { as: null })).body).toEqual({
      data: { providers: [{ name: 'keycloak', label: 'Example Inc.' }] },
    });
    expect((await api.get('/admin/providers', { as: null })).body).toEqual({ data: { providers: [] } });
    expect((await api.get('/admin/connect/keycloak', { as: null })).status).toBe(404);
  });
});

describe('a user who has the address already', () => {
  it('is linked only if that is allowed and the address is verified, and then only the provider logs it in', async () => {
    const before = await registerUser(api, 'gus');
    const site = siteWith(byGroups);
    expect(await logIn(site, person('gus'))).toBe('addressTaken');
    person('gus', { email_verified: false });
    const linking = siteWith({ ...byGroups, linkVerifiedAddresses: true });
    expect(await logIn(linking, 'gus')).toBe('unverified');
    person('gus', { email: 'GUS@example.org' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    const reply = await session(linking, 'gus');
    expect(reply.body.user).toMatchObject({ documentId: before.documentId, provider: 'keycloak' });
    // Whoever registered the address before, without owning it, is out.
    expect((await linking.get('/api/users/me', { as: before.as })).status).toBe(401);
    expect((await postAuth(api, 'local', { identifier: 'gus', password })).status).toBe(400);
    expect((await rows('user.link')).map(({ actor }) => actor)).toEqual([before.documentId]);
  });

  it('loses the second factor of whoever had the account before', async () => {
    const before = await setUpApp(api, await addEditorUser(api, 'gil'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2_000 });
    const site = siteWith({ ...byGroups, linkVerifiedAddresses: true });
    const { body } = await session(site, person('gil'));
    expect(body.user.documentId).toBe(before.documentId);
    const setUp = await site.request('POST', '/api/auth/factors/set-up-totp', {
      as: { token: body.jwt as string },
      body: {},
      headers: strict,
    });
    expect(setUp.status).toBe(200);
    expect((await rows('factor.reset')).map(({ actor }) => actor)).toEqual([before.documentId]);
  });

  it('is never linked if it is an emergency account', async () => {
    await registerUser(api, 'hal');
    const site = siteWith({ ...byGroups, linkVerifiedAddresses: true }, { emergencyAccounts: ['hal@example.org'] });
    expect(await logIn(site, person('hal'))).toBe('addressTaken');
  });

  it('without a verified address there is no user', async () => {
    const site = siteWith(byGroups);
    expect(await logIn(site, person('ida', { email_verified: undefined }))).toBe('unverified');
    expect(await logIn(site, person('ida', { email: undefined }))).toBe('noAddress');
    expect(
      await logIn(siteWith({ ...byGroups, addressesAreVerified: true }), person('ida', { email_verified: false })),
    ).toBe('unverified');
    const trusting = siteWith({ ...byGroups, addressesAreVerified: true });
    expect((await session(trusting, person('ida', { email_verified: undefined }))).status).toBe(200);
  });
});

const withPassword = (site: Site, identifier: string) =>
  site.request('POST', '/api/auth/local', { as: null, body: { identifier, password } });

it('passwords log in only members and emergency accounts, where providers log in editors', async () => {
  for (const name of ['jan', 'kim', 'lea']) await registerUser(api, name);
  const editor = await findRoleId(api, 'editor');
  for (const name of ['kim', 'lea']) {
    const { body } = await postAuth(api, 'local', { identifier: name, password });
    await api.request('PUT', `/api/users/${body.user.id}`, { body: { role: editor } });
  }
  const accounts = { emergencyAccounts: ['LEA@example.org'] };
  const statuses = async (passwordLogin: Settings['signIn']['passwordLogin']) => {
    const site = siteWith(byGroups, { ...accounts, passwordLogin });
    const replies = ['jan', 'kim', 'lea'].map((name) => withPassword(site, name));
    return (await Promise.all(replies)).map(({ status }) => status);
  };
  expect(await statuses('everyone')).toEqual([200, 200, 200]);
  expect(await statuses('members')).toEqual([200, 400, 200]);
  expect(await statuses('nobody')).toEqual([400, 400, 200]);
  const wrong = await siteWith(byGroups, { passwordLogin: 'nobody' }).request('POST', '/api/auth/local', {
    as: null,
    body: { identifier: 'kim', password: 'wrong' },
  });
  expect(wrong.body.error.message).toBe('Invalid identifier or password');
});

describe('a session that a provider began', () => {
  const later = (seconds: number): void => {
    vi.setSystemTime(Date.now() + seconds * 1000);
  };

  it('follows the groups of the person, and ends with the last of them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const site = siteWith(byGroups);
    const first = await session(site, person('mia', { groups: ['admins'] }));
    person('mia');
    const early = await refresh(site, first);
    expect(await roleOf(site, early)).toBe('administrator');
    later(601);
    const next = await refresh(site, early);
    expect([next.status, await roleOf(site, next)]).toEqual([200, 'editor']);
    person('mia', { groups: [] });
    later(601);
    const refused = await refresh(site, next);
    expect([refused.status, refused.body.error.details]).toEqual([401, { reason: 'provider' }]);
    expect((await site.get('/api/users/me', { as: { token: next.body.jwt as string } })).status).toBe(401);
    expect((await rows('login.withdrawn')).map(({ target }) => target)).toEqual([
      { type: 'plugin::users-permissions.user', documentId: first.body.user.documentId },
    ]);
  });

  it('asks again at the next refresh if the new role could not be stored', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const site = siteWith(byGroups);
    const first = await session(site, person('ulf', { groups: ['admins'] }));
    person('ulf');
    later(601);
    const fault = vi
      .spyOn(Collection.prototype, 'countDocuments')
      .mockRejectedValueOnce(new MongoNetworkError('closed'));
    expect((await refresh(site, first)).status).toBe(503);
    fault.mockRestore();
    logged.mockRestore();
    const next = await refresh(site, first);
    expect([next.status, await roleOf(site, next)]).toEqual([200, 'editor']);
  });

  it('ends if the provider no longer knows the person', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const site = siteWith(byGroups);
    const first = await session(site, person('ned'));
    provider.accounts.clear();
    later(601);
    expect((await refresh(site, first)).status).toBe(401);
  });

  it('goes on for an hour while the provider does not answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const site = siteWith(byGroups);
    let reply = await session(site, person('oda'));
    const refreshAfter = async (seconds: number): Promise<void> => {
      later(seconds);
      reply = await refresh(site, reply);
      expect(reply.status).toBe(200);
    };
    const fail: TestProvider['replace']['answer'] = (_, response) => {
      response.statusCode = 503;
      response.end();
      return true;
    };
    provider.replace.answer = fail;
    // Whoever comes back after a pause has an older answer. The hour begins with the first request that fails.
    await refreshAfter(4_000);
    // Nobody asked for longer than an hour: it begins again.
    await refreshAfter(5_000);
    delete provider.replace.answer;
    await refreshAfter(601);
    provider.replace.answer = fail;
    await refreshAfter(4_000);
    for (let count = 0; count < 5; count += 1) await refreshAfter(601);
    later(601);
    expect((await refresh(site, reply)).status).toBe(401);
  });

  it('ends when the configuration no longer has the provider', async () => {
    const first = await session(siteWith(byGroups), person('pia'));
    expect((await refresh(siteWith(byGroups, { providers: {} }), first)).status).toBe(401);
  });

  it('lasts `sessionSeconds` if the provider issues no refresh token', async () => {
    const other = await startProvider([redirectAddress], { issueRefreshToken: () => false });
    other.accounts.set('quy', { email: 'quy@example.org', email_verified: true, groups: ['editors'] });
    const site = siteWith({ ...byGroups, issuer: other.issuer, sessionSeconds: 1_000 });
    const first = await session(site, 'quy');
    expect(first.headers['set-cookie']).toMatch(/; Max-Age=1000;/);
    await other.stop();
  });

  it('is stored without a token that can be read', async () => {
    await session(siteWith(byGroups), person('roy'));
    const [stored] = await (await api.collection('lectern_sessions')).find({ 'provider.subject': 'roy' }).toArray();
    expect(stored?.provider).toMatchObject({ name: 'keycloak', issuer: provider.issuer, subject: 'roy' });
    for (const name of ['refreshToken', 'idToken']) expect(stored?.provider[name]).toMatch(/^ey[\w-]+\.\./);
  });
});

it.each(['mail', 'link'] as const)(
  'a user whose provider is gone sets a password by a %s, and logs in with it',
  async (way) => {
    const { documentId, email } = (await session(siteWith(byGroups), person(`gia-${way}`))).body.user;
    const codes = {
      mail: async () => {
        const mails = captureMails(api);
        await postAuth(api, 'forgot-password', { email });
        return codeIn(mails);
      },
      link: async () => {
        const as = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
        const site = siteWith(byGroups, { providers: {} });
        const { body } = await site.request('POST', `/api/users/${documentId}/password-link`, { as });
        return String(body.data.url).split('code=')[1];
      },
    };
    const code = await codes[way]();
    const change = { code, password: 'another horse', passwordConfirmation: 'another horse' };
    expect((await postAuth(api, 'reset-password', change)).status).toBe(200);
    const login = await postAuth(api, 'local', { identifier: email, password: 'another horse' });
    expect([login.status, login.body.user?.documentId]).toEqual([200, documentId]);
    vi.restoreAllMocks();
  },
);

it('a user of a provider who becomes an emergency account sets a password by a link, and logs in with it', async () => {
  const { documentId, email } = (await session(siteWith(byGroups), person('gwen'))).body.user;
  const site = siteWith(byGroups, { passwordLogin: 'members', emergencyAccounts: [email as string] });
  const as = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
  const { body } = await site.request('POST', `/api/users/${documentId}/password-link`, { as });
  const code = String(body.data.url).split('code=')[1];
  const change = { code, password: 'another horse', passwordConfirmation: 'another horse' };
  const post = (path: string, sent: object) => site.request('POST', `/api/auth/${path}`, { as: null, body: sent });
  expect((await post('reset-password', change)).status).toBe(200);
  expect(await post('local', { identifier: email, password: 'another horse' })).toMatchObject({
    status: 200,
    body: { user: { documentId, provider: 'local' } },
  });
  // The provider still logs them in, and its groups no longer give the role.
  const byProvider = await session(site, person('gwen', { groups: ['admins'] }));
  expect([byProvider.body.user.documentId, await roleOf(site, byProvider)]).toEqual([documentId, 'editor']);
});

describe('the account of a provider', () => {
  const linking = () => siteWith({ linkVerifiedAddresses: true });
  const linkedOf = async (site: Site, token: string | null): Promise<unknown> =>
    (await site.get('/admin/providers', { as: token === null ? null : { token } })).body.data.linked;
  const unlink = (site: Site, token: string | null, body: object) =>
    site.request('DELETE', '/admin/connect/keycloak', { as: token === null ? null : { token }, body, headers: strict });

  it('is shown to its user only, and gives way to a password', async () => {
    await registerUser(api, 'una');
    const site = linking();
    const { jwt } = (await session(site, person('una'))).body;
    expect(await linkedOf(site, jwt)).toEqual({ provider: 'keycloak', linkedAt: expect.any(String), canUnlink: true });
    expect(await linkedOf(site, null)).toBeUndefined();
    expect((await unlink(site, null, { password })).status).toBe(401);
    expect((await unlink(site, jwt, {})).status).toBe(400);
    expect((await unlink(site, jwt, { password: 'una' })).status).toBe(400);
    const reply = await unlink(site, jwt, { password: 'a new one for una' });
    expect([reply.status, reply.body.user.provider]).toEqual([200, 'local']);
    // The new session is confirmed as the one before.
    expect((await unlink(site, reply.body.jwt as string, { password: 'a new one for una' })).status).toBe(404);
    expect(await linkedOf(site, reply.body.jwt)).toBeUndefined();
    const credentials = { identifier: 'una', password: 'a new one for una' };
    const login = await site.request('POST', '/api/auth/local', { as: null, body: credentials, headers: strict });
    expect(login.status).toBe(200);
    expect((await rows('user.unlink')).map(({ actor }) => actor)).toEqual([reply.body.user.documentId]);
    // There is nothing left to unlink, and the next login by the provider links again.
    expect((await unlink(site, login.body.jwt, { password })).status).toBe(404);
    expect((await session(site, 'una')).body.user.provider).toBe('keycloak');
  });

  it('stays where the provider gives roles, or no password logs in', async () => {
    await registerUser(api, 'uri');
    await session(linking(), person('uri', { groups: ['editors'] }));
    for (const site of [
      siteWith(byGroups),
      siteWith({ defaultRole: 'author' }),
      siteWith({}, { passwordLogin: 'nobody' }),
    ]) {
      const { jwt } = (await session(site, 'uri')).body;
      expect(await linkedOf(site, jwt)).toMatchObject({ canUnlink: false });
      expect((await unlink(site, jwt, { password: 'a new one for uri' })).status).toBe(409);
    }
  });

  it('needs a login of the last minutes, by the provider', async () => {
    await registerUser(api, 'uwe');
    const site = linking();
    const { jwt, user } = (await session(site, person('uwe'))).body;
    const sessions = await api.collection('lectern_sessions');
    await sessions.updateMany({ user: user.documentId }, { $set: { confirmedAt: new Date(Date.now() - 3_600_000) } });
    const { body } = await unlink(site, jwt, { password: 'a new one for uwe' });
    expect(body.error).toEqual({
      ...{ status: 403, name: 'StepUpError', details: { methods: [] } },
      message: 'Log in again, and send the request again',
    });
  });
});
