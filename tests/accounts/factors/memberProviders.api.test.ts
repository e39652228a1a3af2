// A member whom a provider logs in confirms with a second factor of Lectern, where the configuration requires one.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { clientId, startProvider, type TestProvider } from '../../setup/oidcProvider.ts';
import { addPerson, goThrough, memberSettings, origin, redeem, siteWith } from '../../setup/providerSite.ts';
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
  const secondFactor = { ...testConfig.signIn.secondFactor, members: true, requiredFor: ['authenticated'] };
  const members = { google: memberSettings({ issuer: provider.issuer }) };
  const site = siteWith(api, { providers: {}, members, secondFactor });
  addPerson(provider, 'ida');
  const logIn = async (): Promise<Reply> => redeem(site, await goThrough(site, 'ida'));
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
