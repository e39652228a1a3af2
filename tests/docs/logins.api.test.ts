// Does what the pages about logins show, with the settings of their examples.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../editor/src/messages/en/signIn.ts';
import { addEditorUser, codeOf, logInToEditor, setUpApp, takeStep } from '../accounts/factors/editorUser.ts';
import { SoftAuthenticator } from '../accounts/factors/softAuthenticator.ts';
import { createApi } from '../setup/api.ts';
import { clientId, clientSecret, startProvider, TestBrowser, type TestProvider } from '../setup/oidcProvider.ts';
import { addPerson, comeBack, goThrough, origin, outcomeOf, redeem, siteWith, strict } from '../setup/providerSite.ts';
import { secrets } from '../setup/secrets.ts';
import { postAuth } from '../setup/users.ts';
import { library } from '../write/documents/library.ts';
import { configOf } from './settingsExamples.ts';

const page = readFileSync('docs/accounts.md', 'utf8');
const reference = readFileSync('docs/reference/accounts.md', 'utf8');

/** The text below a heading of the reference, up to the next one. */
const sectionOf = (heading: string): string => reference.split(`\n${heading}\n`)[1]?.split(/\n##/)[0] ?? '';

// Time stands still: no step of codes ends while a test runs.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('second factors in docs/accounts.md and its reference', () => {
  const api = createApi(library, configOf('signIn.secondFactor'));

  it('shows the answer to a login, and the request that goes on with it', async () => {
    const { jwt, secret, ...user } = await setUpApp(api, await addEditorUser(api, 'ines'));
    const { options, challenge } = (await takeStep(api, 'set-up-passkey', {}, jwt)).body.data;
    const passkey = new SoftAuthenticator().create(options);
    expect((await takeStep(api, 'confirm-passkey', { challenge, passkey, name: 'Laptop' }, jwt)).status).toBe(200);

    const [, example = ''] = /```json\n(\{\n {2}"data": null[\s\S]*?)```/.exec(reference) ?? [];
    const { body } = await logInToEditor(api, user);
    const expected = JSON.parse(example) as { readonly error: { readonly details: object } };
    const details = { ...expected.error.details, challenge: expect.any(String) };
    expect(body).toEqual({ ...expected, error: { ...expected.error, details } });

    const [, path = '', sent = ''] = /curl -X POST https:\/\/[^/]+(\S+) [\s\S]*?-d '(.*)'/.exec(reference) ?? [];
    const confirmation = { challenge: body.error.details.challenge as string, code: codeOf(api, secret) };
    expect(Object.keys(JSON.parse(sent) as object)).toEqual(Object.keys(confirmation));
    const session = await api.request('POST', path, { as: null, body: confirmation });
    expect([session.status, Object.keys(session.body)]).toEqual([200, ['jwt', 'user']]);
  });

  it('requires a factor of the roles in the example', async () => {
    const { body } = await logInToEditor(api, await addEditorUser(api, 'olaf', undefined, 'editor'));
    expect(body.error.details).toMatchObject({ methods: [] });
  });

  it('lists steps that exist', async () => {
    const steps = [...sectionOf('### Steps').matchAll(/^- `([\w-]+)`/gm)].map(([, step = '']) => step);
    expect(steps).toContain('set-up-totp');
    const statuses = await Promise.all(steps.map(async (step) => [step, (await takeStep(api, step)).status] as const));
    expect(statuses.filter(([, status]) => status === 404)).toEqual([]);
    expect((await takeStep(api, 'no-such-step')).status).toBe(404);
  });
});

describe('providers in docs/accounts.md and its reference', () => {
  const api = createApi(library);
  const addressWith = (path: string): string => new RegExp(`https://[^/]+${path}(?=\`)`).exec(page)?.[0] ?? '';
  const editorAddress = addressWith('/admin/connect/okta').replace(/^https:\/\/[^/]+/, origin);
  const memberAddress = addressWith('/api/connect/google/callback').replace(/^https:\/\/[^/]+/, origin);
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider([], {
      clients: [
        { client_id: clientId, client_secret: clientSecret, redirect_uris: [editorAddress] },
        { client_id: 'members', token_endpoint_auth_method: 'none', redirect_uris: [memberAddress] },
      ],
      issueRefreshToken: () => false,
    });
  });
  afterAll(() => provider.stop());

  it('logs in to the editor with the role of the group', async () => {
    const { okta } = configOf('signIn.providers').signIn.providers;
    if (okta === undefined) throw new Error('The example has no okta');
    const site = siteWith(api, { providers: { okta: { ...okta, clientId, issuer: provider.issuer } } });
    const browser = new TestBrowser();
    const start = await site.get('/admin/connect/okta', { as: null });
    browser.keepCookie(String(start.headers['set-cookie']));
    const [group] = Object.keys(okta.roles);
    const back = await browser.logIn(String(start.headers.location), addPerson(provider, 'ana', { groups: [group] }));
    const { state } = outcomeOf(await comeBack(site, browser, back));
    const { body } = await site.request('POST', '/admin/connect/okta', {
      as: null,
      body: { state },
      headers: { ...strict, cookie: browser.cookieHeader },
    });
    const { data } = (await site.get('/api/editor', { as: { token: body.jwt as string } })).body;
    expect(data.user.role.type).toBe('administrator');
  });

  it('logs in members and leads them back to the page with a token', async () => {
    const { google } = configOf('signIn.members').signIn.members;
    if (google === undefined) throw new Error('The example has no google');
    const site = siteWith(api, {
      members: { google: { ...google, key: 'members', issuer: provider.issuer } },
    });
    const end = await goThrough(site, addPerson(provider, 'bob'));
    expect([end.origin + end.pathname, [...end.searchParams.keys()]]).toEqual([google.callback, ['access_token']]);
    const { status, body } = await redeem(site, end);
    expect([status, Object.keys(body)]).toEqual([200, ['jwt', 'user']]);
  });

  it('lists each reason for which a login fails', () => {
    const words = [...sectionOf('## What can go wrong').matchAll(/^- `(\w+)`:/gm)].map(([, word]) => word);
    expect(words).toEqual(Object.keys(signIn.failed));
  });
});

describe('passwords in docs/accounts.md', () => {
  const config = configOf('auth.passwords');
  const api = createApi(library, config);

  it.each([
    ['x'.repeat(config.auth.passwords.minLength - 1), /has at least `minLength` characters/],
    ['password', /is none of the 6,000 most common ones/],
    ['Maud-2026', /is not the name or the address of the user/],
  ])('refuse %s with the error in the table', async (password, row) => {
    const line = page.split('\n').find((one) => row.test(one)) ?? '';
    const [, error = ''] = /`([^`]+)` +\|$/.exec(line) ?? [];
    const { minLength } = config.auth.passwords;
    const { status, body } = await postAuth(api, 'local/register', {
      ...{ username: 'maud', email: 'maud@example.org', password },
    });
    expect([status, body.error.message]).toEqual([400, `password ${error.replace(/\d+/, String(minLength))}`]);
  });
});

describe('SCIM in docs/reference/accounts.md', () => {
  const api = createApi(library, configOf('scim.groups'));
  const as = { token: secrets.scim };
  const scim = (method: string, path: string, body?: object) =>
    api.request(method, `/scim/v2/${path}`, { as, body, headers: { 'Content-Type': 'application/scim+json' } });

  it('answers the requests that the page names', async () => {
    const [, first = '', others = ''] = /`GET \/scim\/v2\/(\w+)`, (.*?) say the rest/.exec(reference) ?? [];
    const paths = [first, ...[...others.matchAll(/`\/(\w+)`/g)].map(([, path = '']) => path)];
    expect(paths).toHaveLength(3);
    for (const path of paths) expect((await scim('GET', path)).status).toBe(200);
  });

  it('gives the members of a group its role', async () => {
    const schema = 'urn:ietf:params:scim:schemas:core:2.0';
    const user = await scim('POST', 'Users', { schemas: [`${schema}:User`], userName: 'eve@example.com' });
    const { id } = JSON.parse(String(user.body)) as { readonly id: string };
    const group = { schemas: [`${schema}:Group`], displayName: 'Web Editors', members: [{ value: id }] };
    expect((await scim('POST', 'Groups', group)).status).toBe(201);
    expect((await api.get(`/api/users/${id}?populate=role`)).body.role.type).toBe('editor');
  });
});
