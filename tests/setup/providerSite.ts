// A site whose editors and members log in by an OpenID Connect provider, and the steps of their logins.
import { expect } from 'vitest';
import { assembleService } from '../../lib/platform/service.ts';
import { defineConfig, type Config, type Settings } from '../../lib/platform/config/index.ts';
import { createClient, testConfig, type Api, type Reply } from './api.ts';
import { clientId, clientSecret, TestBrowser, type TestProvider } from './oidcProvider.ts';
import { secrets } from './secrets.ts';

export const origin = 'https://cms.example.org';
export const redirectAddress = `${origin}/admin/connect/keycloak`;
export const strict = { 'x-strapi-refresh-cookie': 'strict' };

export type ProviderSettings = Settings['signIn']['providers'][string];

/** The settings of a provider, with their defaults. */
export const providerSettings = (more: Partial<ProviderSettings>): ProviderSettings =>
  ({
    ...defineConfig({ signIn: { providers: { keycloak: {} } } }).signIn.providers.keycloak,
    clientId,
    ...more,
  }) as ProviderSettings; // with its defaults

export type MemberSettings = Settings['signIn']['members'][string];

/** The page of the site to which members return. */
export const memberPage = 'https://www.example.org/connect';

/** The settings of a provider of members, with their defaults. */
export const memberSettings = (more: Partial<MemberSettings>): MemberSettings =>
  ({
    ...defineConfig({ signIn: { members: { google: {} } } }).signIn.members.google,
    enabled: true,
    key: clientId,
    callback: memberPage,
    ...more,
  }) as MemberSettings; // with its defaults

/** Gives a provider an account with a verified address. @returns its name */
export const addPerson = ({ accounts }: Pick<TestProvider, 'accounts'>, name: string, more: object = {}): string => {
  accounts.set(name, { email: `${name}@example.org`, email_verified: true, preferred_username: name, ...more });
  return name;
};

/**
 * A client of the same database, with other settings of logins.
 *
 * @param auth by default without limits
 * @param clientSecrets by the names of providers; by default editors' providers have the one of `startProvider`
 */
export const siteWith = (
  api: Pick<Api, 'service'>,
  signIn: Partial<Settings['signIn']>,
  auth: Config['auth'] = testConfig.auth,
  clientSecrets: object = Object.fromEntries(Object.keys(signIn.providers ?? {}).map((name) => [name, clientSecret])),
) => {
  const shared = api.service();
  const config: Config = { ...testConfig, auth, signIn: { ...testConfig.signIn, url: origin, ...signIn } };
  const service = assembleService(
    shared.database,
    { schema: shared.schema, config, extensions: undefined },
    { ...secrets, signIn: JSON.stringify(clientSecrets) },
    Infinity,
    { passwordCost: { N: 2, r: 8, p: 1 }, minimumDurationMs: 0 },
  );
  return {
    service,
    ...createClient(
      () => Promise.resolve(service),
      () => undefined,
    ),
  };
};

export type Site = ReturnType<typeof siteWith>;

/** Requests an address of the site as a browser without a session. */
export const visit = (site: Site, browser: TestBrowser, path: string): Promise<Reply> =>
  site.get(path, { as: null, headers: { cookie: browser.cookieHeader } });

/** Begins a login. @returns the address of the provider, or of the login page */
export const begin = async (site: Site, browser: TestBrowser, path = 'keycloak'): Promise<string> => {
  const { status, headers } = await visit(site, browser, `/admin/connect/${path}`);
  expect(status).toBe(302);
  if (typeof headers['set-cookie'] === 'string') browser.keepCookie(headers['set-cookie']);
  return String(headers.location);
};

/** Comes back from a provider. @returns where the login ends */
export const comeBack = async (site: Site, browser: TestBrowser, address: string): Promise<URL> => {
  const { pathname, search } = new URL(address);
  const { status, headers } = await visit(site, browser, pathname + search);
  expect(status).toBe(302);
  return new URL(String(headers.location), origin);
};

export const outcomeOf = ({ hash }: URL): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(hash.slice(1)));

export const finish = (site: Site, browser: TestBrowser, state: string | undefined, more = {}): Promise<Reply> =>
  site.request('POST', '/admin/connect/keycloak', {
    as: null,
    body: { state },
    headers: { ...strict, cookie: browser.cookieHeader, ...more },
  });

/** The whole way. @returns the answer with the session, or the reason why there is none */
export const logIn = async (site: Site, account: string, browser = new TestBrowser()): Promise<Reply | string> => {
  const back = await browser.logIn(await begin(site, browser), account);
  const { state, failed } = outcomeOf(await comeBack(site, browser, back));
  return failed ?? finish(site, browser, state);
};

/** @throws Error with the reason why there is no session */
export const session = async (site: Site, account: string): Promise<Reply> => {
  const reply = await logIn(site, account);
  if (typeof reply === 'string') throw new Error(reply);
  return reply;
};

/** A login of a member: to the provider `google` and back to the page of the site. @returns the address of the page */
export const goThrough = async (
  site: Site,
  account: string,
  { query = '', browser = new TestBrowser() } = {},
): Promise<URL> => {
  const start = await visit(site, browser, `/api/connect/google${query}`);
  expect([start.status, start.headers['cache-control']]).toEqual([302, 'private, no-store']);
  browser.keepCookie(String(start.headers['set-cookie']));
  const back = new URL(await browser.logIn(String(start.headers.location), account));
  const end = await visit(site, browser, back.pathname + back.search);
  expect([end.status, end.headers['cache-control']]).toEqual([302, 'private, no-store']);
  return new URL(String(end.headers.location));
};

/** The page of the site redeems the token of a login of a member. */
export const redeem = (site: Site, { search }: URL, more = '', headers = {}): Promise<Reply> =>
  site.get(`/api/auth/google/callback${search}${more}`, { as: null, headers });

export const byGroups = { roles: { admins: 'administrator', editors: 'editor' } };
