// A member whom a provider logs in confirms with a second factor of Lectern, where the configuration requires one.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defineConfig, type Settings } from '../../../lib/platform/config/index.ts';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { clientId, startProvider, TestBrowser, type TestProvider } from '../../setup/oidcProvider.ts';
import { origin, siteWith } from '../../setup/providerSite.ts';
import { library } from '../../write/documents/library.ts';
import { codeOf } from './editorUser.ts';

const api = createApi(library);
let provider: TestProvider;
beforeAll(async () => {
  // Time stands still: no step of codes ends while the test runs.
  vi.useFakeTimers({ toFake: ['Date'] });
  const redirects = [`${origin}/api/connect/google/callback`];
  provider = await startProvider(redirects, {
    clients: [{ client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: redirects }],
    issueRefreshToken: () => false,
  });
});
afterAll(async () => {
  await provider.stop();
  vi.useRealTimers();
});

it('sets a factor up at the first login, and confirms with it at the next', async () => {
  const google = {
    ...defineConfig({ signIn: { members: { google: {} } } }).signIn.members.google,
    ...{ enabled: true, key: clientId, callback: 'https://www.example.org/connect', issuer: provider.issuer },
  } as Settings['signIn']['members'][string]; // with its defaults
  const secondFactor = { ...testConfig.signIn.secondFactor, members: true, requiredFor: ['authenticated'] };
  const site = siteWith(api, { providers: {}, members: { google }, secondFactor });
  provider.accounts.set('ida', { email: 'ida@example.org', email_verified: true, preferred_username: 'ida' });

  const logIn = async (): Promise<Reply> => {
    const browser = new TestBrowser();
    const start = await site.get('/api/connect/google', { as: null });
    browser.keepCookie(start.headers['set-cookie'] as string);
    const back = new URL(await browser.logIn(start.headers.location as string, 'ida'));
    const headers = { cookie: browser.cookieHeader };
    const end = await site.get(back.pathname + back.search, { as: null, headers });
    return site.get(`/api/auth/google/callback${new URL(end.headers.location as string).search}`, { as: null });
  };
  const step = (name: string, body: object): Promise<Reply> =>
    site.request('POST', `/api/auth/factors/${name}`, { as: null, body });

  const first = await logIn();
  expect([first.status, first.body.error.name, first.body.error.details.methods]).toEqual([
    403,
    'SecondFactorError',
    [],
  ]);
  const { secret, challenge } = (await step('set-up-totp', { challenge: first.body.error.details.challenge })).body
    .data;
  const confirmed = await step('confirm-totp', { challenge, code: codeOf(api, secret, -1) });
  expect([confirmed.status, confirmed.body.user.provider]).toEqual([200, 'google']);

  const second = await logIn();
  expect([second.status, second.body.jwt, second.body.error.details.methods]).toEqual([
    403,
    undefined,
    ['totp', 'recovery'],
  ]);
  const waiting = second.body.error.details.challenge;
  expect((await step('verify', { challenge: waiting, code: '000000' })).status).toBe(400);
  const verified = await step('verify', { challenge: waiting, code: codeOf(api, secret) });
  expect([verified.status, verified.body.user.username]).toEqual([200, 'ida']);
});
