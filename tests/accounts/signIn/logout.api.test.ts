// Logging out at a provider, and the limit of the requests that make Lectern ask a provider.
import { expect, it, vi } from 'vitest';
import { hostNames } from '../../../lib/platform/hostNames.ts';
import { createApi } from '../../setup/api.ts';
import { memberSettings, origin, providerSettings, siteWith } from '../../setup/providerSite.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

const issuer = 'https://login.example.org';

/** Answers the discovery of the provider. */
const provide = (answer: () => Response): void => {
  vi.spyOn(hostNames, 'requireResolvable').mockResolvedValue();
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
};
const metadata = {
  ...{ issuer, jwks_uri: `${issuer}/keys` },
  ...{ authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
};

const site = () =>
  siteWith(api, { providers: { keycloak: providerSettings({ issuer }) }, members: { github: memberSettings({}) } });

it('leads back to the login page if the provider does not answer, and the log says so', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  provide(() => new Response(null, { status: 503 }));
  const { status, headers } = await site().get('/admin/connect/keycloak/logout', { as: null });
  expect([status, headers.location]).toEqual([302, '/editor/login']);
  expect(logged.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringContaining('The provider keycloak cannot be used'),
  ]);
});

it('leads back to the login page if the provider has no logout', async () => {
  provide(() => Response.json(metadata));
  const { headers } = await site().get('/admin/connect/keycloak/logout', { as: null });
  expect(headers.location).toBe('/editor/login');
});

it('sends Cognito `logout_uri`, the only name that it knows, with the same address as all others get', async () => {
  provide(() => Response.json({ ...metadata, end_session_endpoint: `${issuer}/logout` }));
  const { headers } = await site().get('/admin/connect/keycloak/logout', { as: null });
  expect(Object.fromEntries(new URL(String(headers.location)).searchParams)).toEqual({
    client_id: 'lectern',
    post_logout_redirect_uri: `${origin}/editor/login`,
    logout_uri: `${origin}/editor/login`,
  });
});

it('is limited by address, as all requests that make Lectern ask a provider, and OpenAPI names the 429', async () => {
  provide(() => Response.json(metadata));
  const limited = site();
  const routes = [
    ['get', '/admin/connect/{provider}/logout', '/admin/connect/keycloak/logout'],
    ['post', '/admin/connect/{provider}/logout', '/admin/connect/keycloak/logout'],
    ['get', '/admin/connect/{provider}', '/admin/connect/keycloak'],
    ['get', '/api/connect/{provider}', '/api/connect/github'],
  ] as const;
  for (let count = 0; count < 500; count += 1) await limited.get(routes[0][2], { as: null });
  const { paths } = (await limited.get('/openapi.json')).body;
  for (const [method, route, path] of routes) {
    expect((await limited.request(method.toUpperCase(), path, { as: null })).status).toBe(429);
    expect(Object.keys(paths[route][method].responses)).toContain('429');
  }
});
