// Logins of members by a provider, with the routes of Strapi, also beside providers of the editor.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { collections } from '../../../lib/platform/db/index.ts';
import { createPublished } from '../../setup/accounts.ts';
import { createApi, type Reply } from '../../setup/api.ts';
import { clientId, clientSecret, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import {
  addPerson,
  goThrough,
  logIn,
  memberPage,
  memberSettings,
  origin,
  providerSettings,
  redeem,
  redirectAddress,
  siteWith as siteOf,
  strict,
  visit,
  type MemberSettings,
  type Site,
} from '../../setup/providerSite.ts';
import { captureMails, codeIn, password, registerUser, uid } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

let provider: TestProvider;

const siteWith = (more: Partial<MemberSettings> = {}): Site =>
  siteOf(api, {
    providers: {},
    members: { google: memberSettings({ issuer: provider.issuer, ...more }), github: memberSettings({}) },
  });

const person = (name: string, more: object = {}): string => addPerson(provider, name, more);

beforeAll(async () => {
  const [ofMembers, ofEditors] = [`${origin}/api/connect/google/callback`, redirectAddress];
  provider = await startProvider([ofMembers, ofEditors], {
    clients: [
      { client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: [ofMembers] },
      { client_id: 'editors', client_secret: clientSecret, redirect_uris: [ofEditors] },
    ],
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
    expect([end.origin + end.pathname, [...end.searchParams.keys()]]).toEqual([memberPage, ['access_token']]);
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

  it('gives way to a password, mailed to the member, once the provider is not enabled', async () => {
    const { body } = await redeem(siteWith(), await goThrough(siteWith(), person('abe')));
    const site = siteWith({ enabled: false });
    const mails = captureMails({ service: () => site.service });
    const post = (path: string, sent: object) => site.request('POST', `/api/auth/${path}`, { as: null, body: sent });
    await post('forgot-password', { email: 'abe@example.org' });
    await post('reset-password', { code: codeIn(mails), password, passwordConfirmation: password });
    const login = await post('local', { identifier: 'abe', password });
    expect([login.status, login.body.user?.documentId]).toEqual([200, body.user.documentId]);
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
    const plain = await visit(site, new TestBrowser(), `/api/connect/google?code_challenge=${challenge}`);
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
    const rows = await api.collection(collections.audit);
    const found = await rows.findOne({ action: 'login.succeeded', actor: body.user.documentId });
    expect(found).toMatchObject({ address: expect.stringMatching(/./), requestId: 'test' });
  });

  it('returns only to pages of the configuration', async () => {
    const other = 'https://shop.example.org/connect?from=login';
    const site = siteWith({ callbacks: [other] });
    const query = `?callback=${encodeURIComponent(other)}`;
    const end = await goThrough(site, person('fay'), { query });
    expect([end.host, end.searchParams.get('from')]).toEqual(['shop.example.org', 'login']);
    for (const callback of [
      'https://evil.example/',
      `${memberPage}.evil.example`,
      `${memberPage}/../x`,
      '//evil.example',
      '',
    ]) {
      const { status, body } = await visit(
        site,
        new TestBrowser(),
        `/api/connect/google?callback=${encodeURIComponent(callback)}`,
      );
      expect([status, body.error.details]).toEqual([400, { path: 'callback' }]);
    }
  });

  it('that another browser finishes leads back to the first page', async () => {
    const site = siteWith();
    const { status, headers } = await visit(site, new TestBrowser(), '/api/connect/google/callback?state=a.b&code=c');
    expect([status, headers.location]).toEqual([302, `${memberPage}?error=expired`]);
  });

  it('needs the permission of the role, and an enabled provider', async () => {
    expect((await siteWith({ enabled: false }).get('/api/connect/google', { as: null })).body.error).toMatchObject({
      status: 400,
      message: 'This provider is disabled',
    });
    for (const name of ['nowhere', '__proto__', 'constructor'])
      expect((await siteWith().get(`/api/connect/${name}`, { as: null })).status).toBe(400);
  });
});

describe('beside a provider of the editor', () => {
  const site = (): Site =>
    siteOf(api, {
      passwordLogin: 'members',
      members: { google: memberSettings({ issuer: provider.issuer }) },
      providers: {
        keycloak: providerSettings({
          issuer: provider.issuer,
          clientId: 'editors',
          linkVerifiedAddresses: true,
          roles: { admins: 'administrator' },
        }),
      },
    });
  const documentIdOf = (reply: string | Reply): unknown =>
    typeof reply === 'string' ? reply : reply.body.user.documentId;

  it('an address that a provider gives to another person does not open the account', async () => {
    const alice = { email: 'alice@example.org', preferred_username: 'alice', groups: ['admins'] };
    const [first, second] = [person('alice-before', alice), person('alice-after', alice)];
    const before = documentIdOf(await logIn(site(), first));
    expect(before).toMatch(/^[a-z0-9]{24}$/);
    expect(documentIdOf(await logIn(site(), second))).not.toBe(before);
    expect(documentIdOf(await logIn(site(), first))).toBe(before);
  });

  it('a provider of members does not open an account that a provider of the editor took over', async () => {
    const logInAsMember = async () => (await redeem(site(), await goThrough(site(), 'both'))).status;
    person('both', { groups: ['admins'] });
    expect(await logInAsMember()).toBe(200);
    expect(documentIdOf(await logIn(site(), 'both'))).toMatch(/^[a-z0-9]{24}$/);
    expect(await logInAsMember()).toBe(400);
  });
});

it('short names do not prevent a login', async () => {
  const site = siteWith();
  const { body } = await redeem(site, await goThrough(site, person('bo')));
  expect(body.user.username).toBe('bo@example.org');
});
