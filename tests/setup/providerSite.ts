// A site whose editors log in by an OpenID Connect provider, and the steps of their logins.
import { expect } from 'vitest';
import { assembleService } from '../../lib/platform/service.ts';
import { defineConfig, type Config, type Settings } from '../../lib/platform/config/index.ts';
import { createClient, testConfig, type Api, type Reply } from './api.ts';
import { clientId, clientSecret, TestBrowser } from './oidcProvider.ts';
import { secrets } from './secrets.ts';

export const origin = 'https://cms.example.org';
export const redirectAddress = `${origin}/admin/connect/keycloak`;
export const strict = { 'x-strapi-refresh-cookie': 'strict' };

export type ProviderSettings = Settings['signIn']['providers'][string];

/** The settings of a provider, with their defaults. */
export const providerSettings = (more: Partial<ProviderSettings>): ProviderSettings =>
  ({
    ...defineConfig({ signIn: { providers: { keycloak: {} } } }).signIn.providers.keycloak,
    ...{ clientId, ...more },
  }) as ProviderSettings; // with its defaults

/** A client of the same database, with other settings of logins. */
export const siteWith = (api: Pick<Api, 'service'>, signIn: Partial<Settings['signIn']>) => {
  const shared = api.service();
  const config: Config = { ...testConfig, signIn: { ...testConfig.signIn, url: origin, ...signIn } };
  const service = assembleService(
    shared.database,
    { schema: shared.schema, config, extensions: undefined },
    {
      ...secrets,
      signIn: JSON.stringify(
        Object.fromEntries(Object.keys(config.signIn.providers).map((name) => [name, clientSecret])),
      ),
    },
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

/** Begins a login. @returns the address of the provider, or of the login page */
export const begin = async (site: Site, browser: TestBrowser, path = 'keycloak'): Promise<string> => {
  const { status, headers } = await site.get(`/admin/connect/${path}`, {
    as: null,
    headers: { cookie: browser.cookieHeader },
  });
  expect(status).toBe(302);
  if (typeof headers['set-cookie'] === 'string') browser.keepCookie(headers['set-cookie']);
  return String(headers.location);
};

/** Comes back from a provider. @returns where the login ends */
export const comeBack = async (site: Site, browser: TestBrowser, address: string): Promise<URL> => {
  const { pathname, search } = new URL(address);
  const { status, headers } = await site.get(pathname + search, {
    as: null,
    headers: { cookie: browser.cookieHeader },
  });
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

export const byGroups = { roles: { admins: 'administrator', editors: 'editor' } };
