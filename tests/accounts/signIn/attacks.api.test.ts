// Attacks on logins by a provider, and providers that fail.
import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditCollection } from '../../../lib/platform/audit/index.ts';
import { defineConfig } from '../../../lib/platform/config/index.ts';
import { createPublished } from '../../setup/accounts.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { clientId, clientSecret, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import {
  addPerson,
  begin,
  byGroups,
  comeBack,
  finish,
  logIn,
  outcomeOf,
  providerSettings,
  redirectAddress,
  session,
  siteWith,
  type ProviderSettings,
  type Site,
} from '../../setup/providerSite.ts';
import { registerUser, uid } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

let provider: TestProvider;
let other: TestProvider;

const twoProviders = (more: Partial<ProviderSettings> = {}, auth = testConfig.auth): Site => {
  const providers = {
    keycloak: providerSettings({ issuer: provider.issuer, ...byGroups, ...more }),
    other: providerSettings({ issuer: other.issuer, ...byGroups }),
  };
  return siteWith(api, { providers }, auth);
};

const ada = { email: 'ada@example.org', email_verified: true, preferred_username: 'ada', groups: ['editors'] };

beforeAll(async () => {
  provider = await startProvider([redirectAddress]);
  other = await startProvider([redirectAddress.replace('keycloak', 'other')]);
});
afterAll(async () => {
  await provider.stop();
  await other.stop();
});
beforeEach(() => {
  // They log why a login failed.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const { accounts } of [provider, other])
    accounts.set('ada', ada).set('eve', { ...ada, email: 'eve@example.org' });
});
afterEach(() => {
  vi.useRealTimers();
  delete provider.replace.answer;
  delete other.replace.answer;
});

/** Goes to a provider. @returns the browser, and the address with which the provider sends it back */
const logInAtProvider = async (site: Site, name = 'ada') => {
  const browser = new TestBrowser();
  return { browser, back: await browser.logIn(await begin(site, browser), name) };
};

const failure = async (site: Site, browser: TestBrowser, address: string): Promise<string | undefined> =>
  outcomeOf(await comeBack(site, browser, address)).failed;

/** The rows of the audit log, the newest last. */
const failedLogins = async () =>
  auditCollection(await api.service().database.get())
    .find({ action: 'login.failed' }, { sort: { at: 1, count: 1 } })
    .toArray();

const withParameters = (address: string, parameters: Readonly<Record<string, string>>): string => {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
};

/** Answers as a provider. */
const answerText = (response: ServerResponse, text: string, status = 200, headers: object = {}): true => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
  return true;
};
const answerJson = (response: ServerResponse, body: unknown, status = 200): true =>
  answerText(response, JSON.stringify(body), status);

const isToken = ({ url }: IncomingMessage): boolean => url === '/token';

/** A login whose code the provider answers with this id_token. @returns the reason why it failed; undefined: it succeeded */
const loginWith = async (
  site: Site,
  makeToken: (claims: Readonly<Record<string, unknown>>) => string | Promise<string>,
  more: Readonly<Record<string, unknown>> = {},
  userInfo: object = {},
): Promise<string | undefined> => {
  const browser = new TestBrowser();
  const { searchParams } = new URL(await begin(site, browser));
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: provider.issuer,
    aud: clientId,
    sub: 'ada',
    nonce: searchParams.get('nonce'),
    iat: now,
    exp: now + 600,
    ...ada,
    ...more,
  };
  const token = await makeToken(claims);
  provider.replace.answer = (request, response) =>
    (isToken(request) && answerJson(response, { access_token: 'a', token_type: 'Bearer', id_token: token })) ||
    (request.url === '/me' && answerJson(response, userInfo));
  const address = withParameters(redirectAddress, {
    code: 'a',
    state: searchParams.get('state') ?? '',
    iss: provider.issuer,
  });
  return failure(site, browser, address);
};

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const stolen = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('the state of a login', () => {
  it('is refused a second time, though the browser is the same', async () => {
    const site = twoProviders();
    const { browser, back } = await logInAtProvider(site);
    expect(await failure(site, browser, back)).toBeUndefined();
    expect(await failure(site, browser, back)).toBe('expired');
    // With a new code, too.
    const { searchParams } = new URL(await browser.logIn(await begin(site, browser), 'ada'));
    expect(await failure(site, browser, withParameters(back, { code: searchParams.get('code') ?? '' }))).toBe(
      'expired',
    );
  });

  it('counts once, if two requests bring it at the same time', async () => {
    const site = twoProviders();
    const { browser, back } = await logInAtProvider(site);
    const outcomes = await Promise.all([back, back, back].map((one) => failure(site, browser, one)));
    expect(outcomes.toSorted()).toEqual(['expired', 'expired', undefined]);
  });

  it('is refused from another browser: nobody can log somebody else in as themselves', async () => {
    const site = twoProviders();
    const { back } = await logInAtProvider(site, 'eve');
    const victim = new TestBrowser();
    expect(await failure(site, victim, back)).toBe('expired');
    await begin(site, victim);
    expect(await failure(site, victim, back)).toBe('expired');
  });

  it('is refused if anything of it is changed, or it is none', async () => {
    const site = twoProviders();
    const { browser, back } = await logInAtProvider(site);
    const [content = '', signature = ''] = (new URL(back).searchParams.get('state') ?? '').split('.');
    const flow = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const changed = base64({ ...flow, destination: '/x' });
    const forged = createHmac('sha256', 'a guess').update(changed).digest('base64url');
    for (const state of [`${changed}.${signature}`, `${changed}.${forged}`, content, '', '.', `${content}.`, 'é.é'])
      expect(await failure(site, browser, withParameters(back, { state }))).toBe('expired');
    expect(await failure(site, browser, back)).toBeUndefined();
  });

  it('that a page of another site makes up, as the address of its pictures, keeps nobody from a login', async () => {
    const site = twoProviders({}, { ...testConfig.auth, limits: defineConfig({}).auth.limits });
    const paths = ['/admin/connect/keycloak?error=x', '/admin/connect/keycloak'];
    const headers = { 'sec-fetch-dest': 'image' };
    const sent = Array.from({ length: 600 }, (_, n) => site.get(paths[n % 2] ?? '', { as: null, headers }));
    expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([400]));
    const statusOf = async (dest: string, mode: string) =>
      (
        await site.get('/admin/connect/keycloak', {
          as: null,
          headers: { 'sec-fetch-dest': dest, 'sec-fetch-mode': mode },
        })
      ).status;
    expect([await statusOf('empty', 'no-cors'), await statusOf('iframe', 'navigate')]).toEqual([400, 400]);
    // A service worker of the site passes navigations on.
    expect([await statusOf('empty', 'navigate'), await statusOf('empty', 'same-origin')]).toEqual([302, 302]);
    // Of a browser that does not say what it loads.
    for (let n = 0; n < 60; n += 1) await site.get('/admin/connect/keycloak?error=x', { as: null });
    expect(await logIn(site, 'ada')).toMatchObject({ status: 200 });
  });

  it('is refused after ten minutes', async () => {
    const site = twoProviders();
    const { browser, back } = await logInAtProvider(site);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(await failure(site, browser, back)).toBe('expired');
  });

  it('gives each of two tabs its own login', async () => {
    const site = twoProviders();
    const browser = new TestBrowser();
    const [first, second] = [await begin(site, browser), await begin(site, browser)];
    const backs = [await browser.logIn(first, 'ada'), await browser.logIn(second, 'ada')];
    for (const back of backs) {
      const { state } = outcomeOf(await comeBack(site, browser, back));
      expect((await finish(site, browser, state)).status).toBe(200);
    }
  });
});

describe('the end of a login', () => {
  const finished = async (site: Site) => {
    const { browser, back } = await logInAtProvider(site);
    return { browser, state: outcomeOf(await comeBack(site, browser, back)).state };
  };

  it('gives one session, to the browser that began', async () => {
    const site = twoProviders();
    const { browser, state } = await finished(site);
    expect((await finish(site, new TestBrowser(), state)).status).toBe(400);
    const statuses = await Promise.all([1, 2, 3].map(async () => (await finish(site, browser, state)).status));
    expect(statuses.toSorted()).toEqual([200, 400, 400]);
  });

  it('gives none after a minute, none to pages of other origins, and none before the provider has answered', async () => {
    const site = twoProviders();
    const { browser, state } = await finished(site);
    expect((await finish(site, browser, state, { 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await finish(site, browser, state, { 'x-strapi-refresh-cookie': 'httpOnly' })).status).toBe(403);
    const begun = new URL(await begin(site, browser)).searchParams.get('state') ?? '';
    expect((await finish(site, browser, begun)).status).toBe(400);
    expect((await finish(site, browser, undefined)).status).toBe(400);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    expect((await finish(site, browser, state)).status).toBe(400);
  });

  it('replaces the session that the browser had', async () => {
    const site = twoProviders();
    const { browser, state } = await finished(site);
    const planted = String((await finish(site, browser, state)).headers['set-cookie']).split(';')[0] ?? '';
    const again = await finished(site);
    await finish(site, again.browser, again.state, { cookie: `${again.browser.cookieHeader}; ${planted}` });
    const refresh = await site.request('POST', '/api/auth/refresh', {
      as: null,
      headers: { 'x-strapi-refresh-cookie': 'strict', cookie: planted },
    });
    expect(refresh.status).toBe(401);
  });
});

describe('the answer of a provider', () => {
  it('is refused at the address of another provider, and if its issuer is another one', async () => {
    const site = twoProviders();
    const browser = new TestBrowser();
    let exchanges = 0;
    for (const one of [provider, other])
      one.replace.answer = (request) => {
        if (isToken(request)) exchanges += 1;
        return false;
      };
    const back = await browser.logIn(await begin(site, browser), 'ada');
    expect(await failure(site, browser, back.replace('/keycloak', '/other'))).toBe('expired');
    expect(await failure(site, browser, withParameters(back, { iss: other.issuer }))).toBe('refused');
    const second = await browser.logIn(await begin(site, browser), 'ada');
    const withoutIssuer = new URL(second);
    withoutIssuer.searchParams.delete('iss');
    expect(await failure(site, browser, withoutIssuer.href)).toBe('refused');
    // No code went to a provider that did not issue it.
    expect(exchanges).toBe(0);
  });

  it('is refused with a code of another login: the verifier of PKCE does not fit', async () => {
    const site = twoProviders();
    const victim = await logInAtProvider(site);
    const stolenCode = new URL(victim.back).searchParams.get('code') ?? '';
    const { browser, back } = await logInAtProvider(site, 'eve');
    expect(await failure(site, browser, withParameters(back, { code: stolenCode }))).toBe('refused');
  });

  it('is refused with two values of a parameter', async () => {
    const site = twoProviders();
    const { browser, back } = await logInAtProvider(site);
    expect(await failure(site, browser, `${back}&code=x`)).toBe('refused');
  });
});

describe('an id_token', () => {
  const forged: Readonly<Record<string, Parameters<typeof loginWith>[1]>> = {
    'without a signature': (claims) => `${base64({ alg: 'none' })}.${base64(claims)}.`,
    'signed with the secret of the client': (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(createSecretKey(Buffer.from(clientSecret))),
    'signed with a key that the provider does not have': (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(stolen.privateKey),
  };

  it.each(Object.entries(forged))('%s is refused', async (_, makeToken) => {
    expect(await loginWith(twoProviders(), makeToken)).toBe('refused');
  });

  describe('that the provider has signed', () => {
    let signing: TestProvider;
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    beforeAll(async () => {
      const jwk = { ...keys.privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
      signing = await startProvider([redirectAddress], { jwks: { keys: [jwk] } });
    });
    afterAll(() => signing.stop());

    const sign: Parameters<typeof loginWith>[1] = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(keys.privateKey);
    const outcome = async (more: Record<string, unknown>, userInfo?: object) => {
      const usual = provider;
      provider = signing;
      try {
        return await loginWith(twoProviders(), sign, { iss: signing.issuer, ...more }, userInfo);
      } finally {
        provider = usual;
        delete signing.replace.answer;
      }
    };
    const now = () => Math.floor(Date.now() / 1000);

    it('counts, also with a clock that is a little wrong', async () => {
      expect(await outcome({ email: 'on-time@example.org' })).toBeUndefined();
      expect(await outcome({ exp: now() - 20, sub: 'late', email: 'late@example.org' })).toBeUndefined();
      expect(await outcome({ nbf: now() + 20, sub: 'early', email: 'early@example.org' })).toBeUndefined();
    });

    it('has an address that is not verified because the one of the userinfo is', async () => {
      const more = { sub: 'mixed', email: 'mixed@example.org', email_verified: undefined, groups: undefined };
      const info = { sub: 'mixed', email_verified: true, groups: ['editors'] };
      expect(await outcome(more, { ...info, email: 'eve@evil.example' })).toBe('unverified');
      expect(await outcome(more, { ...info, email: 'mixed@example.org' })).toBeUndefined();
    });

    it.each([
      ['for another client', { aud: 'somebody' }],
      ['for several clients, and another one', { aud: [clientId, 'somebody'], azp: 'somebody' }],
      ['of another issuer', { iss: 'https://accounts.example.org' }],
      ['of another login', { nonce: 'of another' }],
      ['without a nonce', { nonce: undefined }],
      ['that is too old', { exp: Math.floor(Date.now() / 1000) - 120 }],
      ['of the future', { nbf: Math.floor(Date.now() / 1000) + 600 }],
      ['of nobody', { sub: undefined }],
    ])('is refused %s', async (_, more) => {
      expect(await outcome(more)).toBe('refused');
    });
  });
});

describe('a provider that fails', () => {
  const fails = async (answer: NonNullable<TestProvider['replace']['answer']>): Promise<string | undefined> => {
    provider.replace.answer = answer;
    const address = await begin(twoProviders(), new TestBrowser());
    return address.startsWith('/editor/login#') ? outcomeOf(new URL(address, redirectAddress)).failed : undefined;
  };

  it.each<[string, Parameters<typeof fails>[0]]>([
    ['has a fault', (_, response) => answerJson(response, {}, 500)],
    ['names another issuer', (_, response) => answerJson(response, { issuer: 'https://accounts.example.org' })],
    ['answers a list', (_, response) => answerJson(response, [1, 2])],
    ['answers half of an object', (_, response) => answerText(response, '{"issuer')],
    ['leads elsewhere', (_, response) => answerText(response, '', 302, { location: 'http://127.0.0.1:1/' })],
    ['closes the connection', ({ socket }) => socket.destroy().destroyed],
  ])('that %s leads back to the login page', async (_, answer) => {
    expect(await fails(answer)).toBe('unavailable');
  });

  it('that refuses the secret is in the error log with its reason, and nothing else of its answer', async () => {
    const answer = { error: 'invalid_client', error_description: 'bad secret', hint: 's3cret' };
    provider.replace.answer = (request, response) => isToken(request) && answerJson(response, answer, 401);
    const logged = vi.mocked(console.error);
    await logIn(twoProviders(), 'ada');
    const text = JSON.stringify(logged.mock.calls);
    expect(text).toContain('keycloak answers invalid_client: bad secret');
    expect(text).not.toContain('s3cret');
  });

  it('that never ends its answer is left after 5 seconds', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
    expect(
      await fails((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{');
        return true;
      }),
    ).toBe('unavailable');
    expect(new Set(limits.mock.calls.flat())).toEqual(new Set([5_000]));
  });

  it('that answers too much is not read to its end', async () => {
    let sent = 0;
    expect(
      await fails((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = (): void => {
          if (response.destroyed) return;
          sent += 100_000;
          if (response.write(' '.repeat(100_000))) setImmediate(more);
          else response.once('drain', more);
        };
        more();
        return true;
      }),
    ).toBe('unavailable');
    expect(sent).toBeLessThan(20_000_000);
  });

  it('is tried again after some seconds, however often logins begin', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const site = twoProviders();
    let requests = 0;
    provider.replace.answer = (_, response) => {
      requests += 1;
      return answerJson(response, {}, 500);
    };
    for (let count = 0; count < 5; count += 1)
      expect(await begin(site, new TestBrowser())).toMatch(/failed=unavailable/);
    expect(requests).toBe(1);
    delete provider.replace.answer;
    vi.setSystemTime(Date.now() + 5_000);
    expect(await logIn(site, 'ada')).toMatchObject({ status: 200 });
  });

  it('fills no audit log, however often and from wherever logins begin', async () => {
    const minute = Math.ceil(Date.now() / 60_000 + 60) * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: minute });
    const site = twoProviders();
    Object.assign(site.service.config, { http: { ...site.service.config.http, trustedProxies: 1 } });
    provider.replace.answer = (_, response) => answerJson(response, {}, 500);
    const open = (address: string, query = '') =>
      site.get(`/admin/connect/keycloak${query}`, { as: null, headers: { 'x-forwarded-for': address } });
    const counts = async () =>
      (await failedLogins())
        .filter(({ at }) => at.getTime() >= minute)
        .map(({ target, address, count }) => [target.id, address, count]);
    for (const address of ['192.0.2.1', '198.51.100.1', '198.51.100.1']) await open(address);
    expect(await counts()).toEqual([['unavailable', '192.0.2.1', 3]]);
    // The state may be that of an attack: the row names the network.
    for (const address of ['192.0.2.1', '198.51.100.1', '198.51.100.1']) await open(address, '?state=none');
    vi.setSystemTime(minute + 60_000);
    await open('192.0.2.1');
    expect(await counts()).toEqual([
      ['expired', '192.0.2.1', 1],
      ['expired', '198.51.100.1', 2],
      ['unavailable', '192.0.2.1', 3],
      ['unavailable', '192.0.2.1', 1],
    ]);
  });

  it('names no other endpoint than https, unless its issuer is on this machine', async () => {
    const outside = siteWith(api, {
      providers: { keycloak: providerSettings({ issuer: 'http://accounts.example.org' }) },
    });
    expect(await begin(outside, new TestBrowser())).toMatch(/failed=unavailable/);
    const unfinished = siteWith(api, { providers: { keycloak: providerSettings({}) } });
    expect(await begin(unfinished, new TestBrowser())).toMatch(/failed=unavailable/);
    const { issuer } = provider;
    const nowhere = siteWith(api, { url: '', providers: { keycloak: providerSettings({ issuer }) } });
    expect(await begin(nowhere, new TestBrowser())).toMatch(/failed=unavailable/);
  });
});

describe('an address', () => {
  it('of another mailbox is not the one that it looks like in lower case', async () => {
    await registerUser(api, 'kate');
    provider.accounts.set('kelvin', { ...ada, email: '\u212Aate@example.org' });
    expect(await logIn(twoProviders({ linkVerifiedAddresses: true }), 'kelvin')).toBe('unverified');
  });

  it('of a user of another provider is not taken over', async () => {
    const site = siteWith(api, {
      providers: {
        keycloak: providerSettings({ issuer: provider.issuer, linkVerifiedAddresses: true }),
        other: providerSettings({ issuer: other.issuer, ...byGroups }),
      },
    });
    const owner = { ...ada, email: 'owner@example.org', preferred_username: 'owner', groups: ['admins'] };
    other.accounts.set('owner', owner);
    const browser = new TestBrowser();
    const back = await browser.logIn(await begin(site, browser, 'other'), 'owner');
    expect(await failure(site, browser, back)).toBeUndefined();
    provider.accounts.set('thief', owner);
    expect(await logIn(site, 'thief')).toBe('addressTaken');
  });
});

it('two first logins of one person at the same time create one user', async () => {
  provider.accounts.set('zoe', { ...ada, email: 'zoe@example.org', preferred_username: 'zoe' });
  const site = twoProviders();
  const browsers = [new TestBrowser(), new TestBrowser(), new TestBrowser()];
  const backs = await Promise.all(browsers.map(async (browser) => browser.logIn(await begin(site, browser), 'zoe')));
  const failures = await Promise.all(browsers.map((browser, index) => failure(site, browser, backs[index] ?? '')));
  expect(failures).toEqual([undefined, undefined, undefined]);
  const users = await api.collection('up_users');
  expect(await users.countDocuments({ 'published.email': 'zoe@example.org' })).toBe(1);
});

it('the log has what a provider answers, and no query', async () => {
  const site = twoProviders();
  const browser = new TestBrowser();
  const state = new URL(await begin(site, browser)).searchParams.get('state') ?? '';
  const answer = { error: 'server_error', error_description: 'a fault', state, iss: provider.issuer };
  expect(await failure(site, browser, withParameters(redirectAddress, answer))).toBe('refused');
  const logged = String(vi.mocked(console.error).mock.calls.at(-1)?.[0]);
  expect(logged).toContain('server_error: a fault');
  expect(logged).not.toContain(state);
});

describe('a name', () => {
  it('that is the address of somebody else keeps nobody from a login', async () => {
    const body = { username: 'Ceo@example.org', email: 'eve@evil.example', password: 'correct horse' };
    const registered = await api.request('POST', '/api/auth/local/register', { as: null, body });
    expect([registered.status, registered.body.error.details.errors[0].path]).toEqual([400, ['username']]);
    const site = twoProviders();
    provider.accounts.set('eva', { ...ada, email: 'eva@example.org', preferred_username: 'ceo@example.org' });
    provider.accounts.set('ceo', { ...ada, email: 'ceo@example.org', preferred_username: 'ceo' });
    expect(await logIn(site, 'eva')).toMatchObject({ body: { user: { username: 'eva@example.org' } } });
    expect(await logIn(site, 'ceo')).toMatchObject({ body: { user: { username: 'ceo' } } });
  });

  it('that another user has, or that is not valid, leads back to the login page, and is in the audit log', async () => {
    await createPublished(api.service(), uid, {
      username: 'cfo@example.org',
      email: 'old@example.org',
      confirmed: true,
    });
    provider.accounts.set('cfo', { ...ada, email: 'cfo@example.org', preferred_username: 'cfo' });
    provider.accounts.set('nul', { ...ada, email: 'nul@example.org', preferred_username: 'a\u0000bc' });
    provider.accounts.set('bad', { ...ada, email: 'not an address', preferred_username: 'bad' });
    const site = twoProviders();
    const outcomes = [await logIn(site, 'cfo'), await logIn(site, 'nul'), await logIn(site, 'bad')];
    expect(outcomes).toEqual(['addressTaken', 'refused', 'refused']);
    const reasons = (await failedLogins()).map(({ target }) => target.id);
    expect(reasons).toEqual(expect.arrayContaining(outcomes));
  });
});

it('a user who may no longer log in is the actor in the audit log, and a stranger is not known', async () => {
  const site = twoProviders();
  addPerson(provider, 'lost', { groups: ['editors'] });
  const { documentId } = (await session(site, 'lost')).body.user;
  for (const name of ['lost', 'stranger'])
    expect(await logIn(site, addPerson(provider, name, { groups: [] }))).toBe('noAccess');
  const actors = (await failedLogins()).filter(({ target }) => target.id === 'noAccess').map(({ actor }) => actor);
  expect(actors).toEqual([documentId, 'public']);
});

const confirmingSite = (emailConfirmation: boolean): Site => {
  const site = twoProviders();
  Object.assign(site.service.config, { auth: { ...site.service.config.auth, emailConfirmation } });
  return site;
};

it('an address that somebody registered before and never confirmed is that of the person with the verified one', async () => {
  const values = { username: 'squatter', email: 'hire@example.org', provider: 'local', confirmed: false };
  const { documentId } = await createPublished(api.service(), uid, values);
  provider.accounts.set('hire', { ...ada, email: 'hire@example.org' });
  expect(await logIn(confirmingSite(false), 'hire')).toBe('addressTaken');
  const reply = await logIn(confirmingSite(true), 'hire');
  expect(reply).toMatchObject({ body: { user: { documentId, provider: 'keycloak', confirmed: true } } });
  const { body } = await api.get(`/api/users/${documentId}?populate=role`);
  expect(body.role.type).toBe('editor');
});
