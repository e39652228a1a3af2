// Logins of members by a provider, with the routes of Strapi.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { defineConfig, type Settings } from '../../../lib/platform/config/index.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { createPublished } from '../../setup/accounts.ts';
import { createApi, type Reply } from '../../setup/api.ts';
import { clientId, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import { origin, siteWith as siteOf, strict, type Site } from '../../setup/providerSite.ts';
import { registerUser, uid } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

let provider: TestProvider;

type MemberSettings = Settings['signIn']['members'][string];

const page = 'https://www.example.org/connect';

const memberSettings = (more: Partial<MemberSettings>): MemberSettings =>
  ({
    ...defineConfig({ signIn: { members: { google: {} } } }).signIn.members.google,
    ...{ enabled: true, key: clientId, callback: page, ...more },
  }) as MemberSettings; // with its defaults

const siteWith = (more: Partial<MemberSettings> = {}): Site =>
  siteOf(api, {
    providers: {},
    members: { google: memberSettings({ issuer: provider.issuer, ...more }), github: memberSettings({}) },
  });

const get = (site: Site, browser: TestBrowser, path: string): Promise<Reply> =>
  site.get(path, { as: null, headers: { cookie: browser.cookieHeader } });

/** Goes to the provider and back to the page of the site. @returns the address of the page */
const goThrough = async (
  site: Site,
  account: string,
  { query = '', browser = new TestBrowser() } = {},
): Promise<URL> => {
  const start = await get(site, browser, `/api/connect/google${query}`);
  expect([start.status, start.headers['cache-control']]).toEqual([302, 'private, no-store']);
  browser.keepCookie(start.headers['set-cookie'] as string);
  const back = new URL(await browser.logIn(start.headers.location as string, account));
  const end = await get(site, browser, back.pathname + back.search);
  expect([end.status, end.headers['cache-control']]).toEqual([302, 'private, no-store']);
  return new URL(end.headers.location as string);
};

const redeem = (site: Site, { search }: URL, more = '', headers = {}): Promise<Reply> =>
  site.get(`/api/auth/google/callback${search}${more}`, { as: null, headers });

const person = (name: string, more: object = {}): string => {
  provider.accounts.set(name, {
    email: `${name}@example.org`,
    email_verified: true,
    preferred_username: name,
    ...more,
  });
  return name;
};

beforeAll(async () => {
  const redirects = [`${origin}/api/connect/google/callback`];
  provider = await startProvider(redirects, {
    clients: [{ client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: redirects }],
    issueRefreshToken: () => false,
  });
});
afterAll(() => provider.stop());
afterEach(() => {
  vi.useRealTimers();
});

describe('a login of a member by a provider', () => {
  it('goes through the page of the site to a session, and creates a member', async () => {
    const site = siteWith();
    const end = await goThrough(site, person('ada'));
    expect([end.origin + end.pathname, [...end.searchParams.keys()]]).toEqual([page, ['access_token']]);
    const { status, body } = await redeem(site, end);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
    expect(body.user).toMatchObject({ username: 'ada', email: 'ada@example.org', provider: 'google', confirmed: true });
    const me = await site.get('/api/users/me?populate=role', { as: { token: body.jwt as string } });
    expect(me.body.username).toBe('ada');
    const again = await redeem(site, await goThrough(site, 'ada'));
    expect(again.body.user.documentId).toBe(body.user.documentId);
  });

  it('finds an imported member by the verified address, and no other user', async () => {
    const values = { email: 'bea@example.org', username: 'bea', provider: 'google', confirmed: true };
    const { documentId } = await createPublished(api.service(), uid, values);
    const site = siteWith();
    const unverified = await goThrough(site, person('bea', { email_verified: false }));
    expect(unverified.searchParams.get('error')).toBe('unverified');
    person('bea');
    expect((await redeem(site, await goThrough(site, 'bea'))).body.user.documentId).toBe(documentId);
    await registerUser(api, 'cem');
    expect((await goThrough(site, person('cem'))).searchParams.get('error')).toBe('addressTaken');
  });

  it('needs no scope `openid` in the configuration', async () => {
    const site = siteWith({ scope: ['email'] });
    const { body } = await redeem(site, await goThrough(site, person('bob')));
    expect(body.user).toMatchObject({ email: 'bob@example.org' });
  });

  it('gives a token for one login, for a minute, and for this provider', async () => {
    const site = siteWith();
    const end = await goThrough(site, person('dot'));
    const elsewhere = await site.get(`/api/auth/github/callback${end.search}`, { as: null });
    expect(elsewhere.status).toBe(400);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await redeem(site, end)).status));
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
    const late = await goThrough(site, 'dot');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await redeem(site, late)).status).toBe(400);
    // A token of the provider itself may be of any other client of it.
    expect((await site.get('/api/auth/google/callback?access_token=ya29.other', { as: null })).status).toBe(400);
    expect((await site.get('/api/auth/google/callback', { as: null })).status).toBe(400);
  });

  it('gives a code instead, which only the page can redeem that began', async () => {
    const site = siteWith();
    const verifier = 'a'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const query = `?code_challenge=${challenge}&code_challenge_method=S256`;
    const first = await goThrough(site, person('eli'), { query });
    expect([...first.searchParams.keys()]).toEqual(['code']);
    expect((await redeem(site, first, '&code_verifier=wrong')).status).toBe(400);
    expect((await redeem(site, first, `&code_verifier=${verifier}`)).status).toBe(400);
    const second = await goThrough(site, 'eli', { query });
    expect((await redeem(site, second)).status).toBe(400);
    const third = await goThrough(site, 'eli', { query });
    expect((await redeem(site, third, `&code_verifier=${verifier}`)).status).toBe(200);
    const plain = await get(site, new TestBrowser(), `/api/connect/google?code_challenge=${challenge}`);
    expect(plain.body.error.details).toEqual({ path: 'code_challenge' });
  });

  it('begins no session of the editor for a page of another origin', async () => {
    const site = siteWith();
    const end = await goThrough(site, person('eva'));
    const foreign = await redeem(site, end, '', { ...strict, 'sec-fetch-site': 'same-site' });
    expect([foreign.status, foreign.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await redeem(site, end, '', { ...strict, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('is in the audit log with the network and the request', async () => {
    const site = siteWith();
    const { body } = await redeem(site, await goThrough(site, person('ewa')));
    const rows = (await api.service().database.get()).collection(collections.audit);
    const found = await rows.findOne({ action: 'login.succeeded', actor: body.user.documentId });
    expect(found).toMatchObject({ address: expect.stringMatching(/./), requestId: 'test' });
  });

  it('returns only to pages of the configuration', async () => {
    const other = 'https://shop.example.org/connect?from=login';
    const site = siteWith({ callbacks: [other] });
    const query = `?callback=${encodeURIComponent(other)}`;
    const end = await goThrough(site, person('fay'), { query });
    expect([end.host, end.searchParams.get('from')]).toEqual(['shop.example.org', 'login']);
    for (const callback of ['https://evil.example/', `${page}.evil.example`, `${page}/../x`, '//evil.example', '']) {
      const { status, body } = await get(
        site,
        new TestBrowser(),
        `/api/connect/google?callback=${encodeURIComponent(callback)}`,
      );
      expect([status, body.error.details]).toEqual([400, { path: 'callback' }]);
    }
  });

  it('is refused from another browser and a second time', async () => {
    const site = siteWith();
    const attacker = new TestBrowser();
    const start = await get(site, attacker, '/api/connect/google');
    attacker.keepCookie(start.headers['set-cookie'] as string);
    const back = new URL(await attacker.logIn(start.headers.location as string, person('gus')));
    const path = back.pathname + back.search;
    const victim = await get(site, new TestBrowser(), path);
    expect(victim.headers.location).toBe(`${page}?error=expired`);
    expect((await get(site, attacker, path)).headers.location).toMatch(/access_token=/);
    expect((await get(site, attacker, path)).headers.location).toBe(`${page}?error=expired`);
  });

  it('needs the permission of the role, and an enabled provider', async () => {
    expect((await siteWith({ enabled: false }).get('/api/connect/google', { as: null })).body.error).toMatchObject({
      ...{ status: 400, message: 'This provider is disabled' },
    });
    for (const name of ['nowhere', '__proto__', 'constructor'])
      expect((await siteWith().get(`/api/connect/${name}`, { as: null })).status).toBe(400);
  });
});
