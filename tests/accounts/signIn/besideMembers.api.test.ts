// Providers of the editor beside providers of members: who owns an account, and when an address does not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineConfig, type Settings } from '../../../lib/platform/config/index.ts';
import { createApi, type Reply } from '../../setup/api.ts';
import { clientId, clientSecret, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import { logIn, origin, providerSettings, siteWith, type Site } from '../../setup/providerSite.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

let provider: TestProvider;
let site: Site;

beforeAll(async () => {
  const addresses = [`${origin}/api/connect/google/callback`, `${origin}/admin/connect/keycloak`];
  const [ofMembers, ofEditors] = addresses.map((one) => [one]);
  provider = await startProvider(addresses, {
    clients: [
      { client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: ofMembers ?? [] },
      { client_id: 'editors', client_secret: clientSecret, redirect_uris: ofEditors ?? [] },
    ],
  });
  const google = {
    ...defineConfig({ signIn: { members: { google: {} } } }).signIn.members.google,
    ...{ enabled: true, key: clientId, callback: 'https://www.example.org/connect', issuer: provider.issuer },
  } as Settings['signIn']['members'][string]; // with its defaults
  const keycloak = providerSettings({
    ...{ issuer: provider.issuer, clientId: 'editors', linkVerifiedAddresses: true },
    roles: { admins: 'administrator' },
  });
  site = siteWith(api, { passwordLogin: 'members', members: { google }, providers: { keycloak } });
});
afterAll(() => provider.stop());

const logInAsMember = async (account: string): Promise<Reply> => {
  const browser = new TestBrowser();
  const get = (path: string) => site.get(path, { as: null, headers: { cookie: browser.cookieHeader } });
  const start = await get('/api/connect/google');
  browser.keepCookie(start.headers['set-cookie'] as string);
  const back = new URL(await browser.logIn(start.headers.location as string, account));
  const end = await get(back.pathname + back.search);
  return site.get(`/api/auth/google/callback${new URL(end.headers.location as string).search}`, { as: null });
};

const person = (account: string, name: string): void => {
  provider.accounts.set(account, {
    ...{ email: `${name}@example.org`, email_verified: true, preferred_username: name, groups: ['admins'] },
  });
};

const documentIdOf = (reply: string | Reply): unknown =>
  typeof reply === 'string' ? reply : reply.body.user.documentId;

it('an address that a provider gives to another person does not open the account', async () => {
  person('alice-before', 'alice');
  person('alice-after', 'alice');
  const before = documentIdOf(await logIn(site, 'alice-before'));
  expect(before).toMatch(/^[a-z0-9]{24}$/);
  expect(documentIdOf(await logIn(site, 'alice-after'))).not.toBe(before);
  expect(documentIdOf(await logIn(site, 'alice-before'))).toBe(before);
});

it('a provider of members does not open an account that a provider of the editor took over', async () => {
  person('both', 'both');
  expect((await logInAsMember('both')).status).toBe(200);
  expect(typeof documentIdOf(await logIn(site, 'both'))).toBe('string');
  expect((await logInAsMember('both')).status).toBe(400);
});

it('short names do not prevent a login', async () => {
  provider.accounts.set('short', { email: 'bo@example.org', email_verified: true, preferred_username: 'bo' });
  const { status, body } = await logInAsMember('short');
  expect([status, body.user.username]).toEqual([200, 'bo@example.org']);
});
