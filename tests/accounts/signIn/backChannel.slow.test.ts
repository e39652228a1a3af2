// Sessions that a provider ends: its logout tokens, and those that it did not issue.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import { Collection, MongoNetworkError } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApi, type Reply } from '../../setup/api.ts';
import { clientId, clientSecret, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import {
  addPerson,
  begin,
  byGroups,
  comeBack,
  finish,
  origin,
  outcomeOf,
  providerSettings,
  redirectAddress,
  session,
  siteWith,
  strict,
  type Site,
} from '../../setup/providerSite.ts';
import { registerUser } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);
const event = 'http://schemas.openid.net/event/backchannel-logout';
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

let provider: TestProvider;
let site: Site;
let keyReads = 0;

beforeAll(async () => {
  const jwk = { ...own.privateKey.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' };
  provider = await startProvider([redirectAddress], {
    jwks: { keys: [jwk] },
    features: { backchannelLogout: { enabled: true } },
    // It calls the address of the site, which is not on this machine.
    fetch: async (url, options) => {
      const status = await post(await new Request(url, options).text());
      return new Response(null, { status });
    },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectAddress],
        grant_types: ['authorization_code', 'refresh_token'],
        post_logout_redirect_uris: [`${origin}/editor/login`],
        backchannel_logout_uri: `${redirectAddress}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
  });
});
afterAll(() => provider.stop());
beforeEach(() => {
  keyReads = 0;
  provider.replace.answer = ({ url }) => {
    if (url === '/jwks') keyReads += 1;
    return false;
  };
  site = siteOfProvider();
});
const siteOfProvider = (): Site =>
  siteWith(api, { providers: { keycloak: providerSettings({ issuer: provider.issuer, ...byGroups }) } });
const person = (name: string): string => addPerson(provider, name, { groups: ['editors'] });

/** What a provider says in a logout token of a person. */
const claimsOf = (sub: string): JWTPayload => ({
  iss: provider.issuer,
  aud: clientId,
  sub,
  jti: randomUUID(),
  events: { [event]: {} },
  iat: Math.floor(Date.now() / 1000),
});

const sign = (claims: JWTPayload, key = own.privateKey, header: object = {}): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own', typ: 'logout+jwt', ...header }).sign(key);

const post = async (body: string): Promise<number> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await site.request('POST', '/admin/connect/keycloak/logout', { as: null, body, headers })).status;
};
const send = (token: string): Promise<number> => post(new URLSearchParams({ logout_token: token }).toString());

/** Of a refresh of a session, and of a request with its JWT. */
const statusesOf = async ({ headers, body }: Reply): Promise<readonly number[]> => {
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const refreshed = await site.request('POST', '/api/auth/refresh', { as: null, headers: { ...strict, cookie } });
  return [refreshed.status, (await site.get('/api/users/me', { as: { token: body.jwt as string } })).status];
};

const withdrawn = async (): Promise<number> =>
  (await api.collection('lectern_audit')).countDocuments({ action: 'login.withdrawn' });

describe('a logout token of the provider', () => {
  it('that oidc-provider itself sends ends all sessions of its person, and of nobody else', async () => {
    const browser = new TestBrowser();
    const back = await browser.logIn(await begin(site, browser), person('anna'));
    const first = await finish(site, browser, outcomeOf(await comeBack(site, browser, back)).state);
    const other = await session(site, 'anna');
    const another = await session(site, person('arno'));
    await browser.logOut(`${provider.issuer}/session/end`);
    expect(await statusesOf(first)).toEqual([401, 401]);
    expect(await statusesOf(other)).toEqual([401, 401]);
    expect(await statusesOf(another)).toEqual([200, 200]);
  });

  it('ends all sessions and JWTs of a person, is in the audit log, and counts once', async () => {
    const first = await session(site, person('bea'));
    const rows = await withdrawn();
    const token = await sign(claimsOf('bea'));
    expect(await send(token)).toBe(200);
    expect(await statusesOf(first)).toEqual([401, 401]);
    expect(await withdrawn()).toBe(rows + 1);
    const next = await session(site, 'bea');
    expect(await send(token)).toBe(400);
    expect(await statusesOf(next)).toEqual([200, 200]);
  });

  it('counts when it is sent again after the keys could not be read, or the database failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const running = await session(site, person('ben'));
    const token = await sign(claimsOf('ben'));
    for (const [status, body] of [
      [503, ''],
      [200, 'no JSON'],
      [200, '{"keys":0}'],
    ] as const) {
      provider.replace.answer = ({ url }, response) => {
        if (url === '/jwks') response.writeHead(status).end(body);
        return url === '/jwks';
      };
      expect(await send(token)).toBe(503);
    }
    provider.replace.answer = ({ url, socket }) => {
      if (url === '/jwks') socket.destroy();
      return url === '/jwks';
    };
    expect(await send(token)).toBe(503);
    expect(logged.mock.lastCall?.join()).toContain('The keys of keycloak cannot be read');
    delete provider.replace.answer;
    const fault = vi.spyOn(Collection.prototype, 'distinct').mockRejectedValueOnce(new MongoNetworkError('closed'));
    expect(await send(token)).toBe(503);
    fault.mockRestore();
    logged.mockRestore();
    expect(await statusesOf(running)).toEqual([200, 200]);
    expect(await send(token)).toBe(200);
    expect(await statusesOf(running)).toEqual([401, 401]);
  });

  it('ends no session of a user who has left the provider for a password', async () => {
    await registerUser(api, 'bob');
    const settings = providerSettings({ issuer: provider.issuer, linkVerifiedAddresses: true });
    site = siteWith(api, { providers: { keycloak: settings } });
    const { body } = await session(site, person('bob'));
    const left = await site.request('DELETE', '/admin/connect/keycloak', {
      as: { token: body.jwt as string },
      body: { password: 'a new one for bob' },
      headers: strict,
    });
    expect(await send(await sign(claimsOf('bob')))).toBe(200);
    expect(await statusesOf(left)).toEqual([200, 200]);
  });

  it('ends a login that has not become a session yet', async () => {
    const browser = new TestBrowser();
    const back = await browser.logIn(await begin(site, browser), person('cleo'));
    const { state } = outcomeOf(await comeBack(site, browser, back));
    expect(await send(await sign(claimsOf('cleo')))).toBe(200);
    expect((await finish(site, browser, state)).status).toBe(400);
  });
});

describe('any other token', () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const changed = (more: Readonly<Record<string, unknown>>) => () => sign({ ...claimsOf('dora'), ...more });
  const without =
    (name: string): (() => Promise<string>) =>
    () =>
      sign(Object.fromEntries(Object.entries(claimsOf('dora')).filter(([one]) => one !== name)));

  it.each<readonly [what: string, make: () => string | Promise<string>]>([
    ['a forged signature', () => sign(claimsOf('dora'), foreign.privateKey)],
    ['alg: none', () => `${encode({ alg: 'none' })}.${encode(claimsOf('dora'))}.`],
    [
      'the public key as a secret',
      () => {
        const secret = new TextEncoder().encode(String(own.publicKey.export({ type: 'spki', format: 'pem' })));
        return new SignJWT(claimsOf('dora')).setProtectedHeader({ alg: 'HS256', kid: 'own' }).sign(secret);
      },
    ],
    ['the audience of another client', changed({ aud: 'another' })],
    ['another issuer', changed({ iss: 'https://accounts.example.org' })],
    ['a nonce, as an id_token has', changed({ nonce: 'a' })],
    ['no event', changed({ events: {} })],
    ['an event of another kind', changed({ events: { [event]: 'logout' } })],
    ['a time before five minutes', changed({ iat: Math.floor(Date.now() / 1000) - 400 })],
    ['a time to come', changed({ iat: Math.floor(Date.now() / 1000) + 120 })],
    ['no time', without('iat')],
    ['no id', without('jti')],
    ['nobody', without('sub')],
    ['no form', () => ''],
  ])('is refused, and ends nothing: %s', async (_, make) => {
    const running = await session(site, person('dora'));
    expect(await send(await make())).toBe(400);
    expect(await statusesOf(running)).toEqual([200, 200]);
  });

  it('does not make Lectern read the keys of the provider each time, and is limited by address', async () => {
    for (let count = 0; count < 3; count += 1) await send(await sign(claimsOf('dora'), own.privateKey, { kid: 'new' }));
    expect(keyReads).toBe(1);
    const statuses = new Set<number>();
    for (let count = 0; count < 500; count += 1) statuses.add(await send('none'));
    expect([...statuses]).toEqual([400, 429]);
  });
});
