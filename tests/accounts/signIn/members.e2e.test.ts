// Logins of members in a browser, with a small front-end as Strapi's documents describe it: a link to `/api/connect/:provider`, and a page
// that changes the token in its address for a session. The provider is on another site (127.0.0.1) than Lectern and the front-end.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { strapi } from '@strapi/client';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { hasChromium, startEditor } from '../../setup/editor.ts';
import { clientId, startProvider } from '../../setup/oidcProvider.ts';
import { ownBrowser } from '../../setup/ownBrowser.ts';
import { freePort } from '../../setup/port.ts';
import { addPerson } from '../../setup/providerSite.ts';

const [port, sitePort] = [await freePort(), await freePort()];
const [lectern, site] = [`http://localhost:${port}`, `http://localhost:${sitePort}`];
const redirects = ['example', 'apple'].map((name) => `${lectern}/api/connect/${name}/callback`);
const provider = await startProvider(redirects, {
  clients: [{ client_id: clientId, token_endpoint_auth_method: 'none', redirect_uris: redirects }],
});
afterAll(() => provider.stop());

const member = { enabled: true, key: clientId, issuer: provider.issuer, callback: `${site}/connect` };
startEditor({
  content: {},
  port,
  settings: {
    signIn: {
      url: lectern,
      members: {
        example: member,
        // Its answer is a form, as that of Apple.
        apple: { ...member, callback: `${site}/connect-apple`, scope: ['openid', 'email'] },
      },
    },
  },
});

const keepSession = async (response: ServerResponse, name: string, query: URLSearchParams): Promise<void> => {
  const answer = await fetch(`${lectern}/api/auth/${name}/callback?${query.toString()}`);
  const { jwt } = (await answer.json()) as { readonly jwt?: string };
  if (jwt === undefined) response.writeHead(401).end('Nobody is signed in');
  else response.writeHead(302, { location: '/', 'set-cookie': `jwt=${jwt}; Path=/; HttpOnly; SameSite=Lax` }).end();
};

/** The pages of the site, by their paths. */
const pages: Readonly<
  Record<string, (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => unknown>
> = {
  '/': async (request, response) => {
    const jwt = /(?:^|; )jwt=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': 'no-referrer' });
    if (jwt === undefined)
      return response.end(
        `<a href="${lectern}/api/connect/example">Sign in</a> <a href="${lectern}/api/connect/apple">With Apple</a>`,
      );
    const client = strapi({ baseURL: `${lectern}/api`, auth: jwt });
    const user = (await (await client.fetch('/users/me')).json()) as { readonly username: string };
    return response.end(`<p>Hello ${user.username}</p>`);
  },
  '/connect': (_, response, query) => keepSession(response, 'example', query),
  '/connect-apple': (_, response, query) => keepSession(response, 'apple', query),
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', site);
  void (pages[pathname] ?? (() => response.writeHead(404).end()))(request, response, searchParams);
});
await new Promise<void>((resolve) => {
  server.listen(sitePort, 'localhost', resolve);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const browser = ownBrowser();

/** In a browser of its own. */
const openSite = async (): Promise<Page> => {
  const page = await browser().newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(site);
  return page;
};

const signIn = async (page: Page, link: string, account: string): Promise<void> => {
  await page.getByRole('link', { name: link }).click();
  addPerson(provider, account);
  await page.getByPlaceholder('Enter any login').fill(account);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

describe.runIf(hasChromium)('a site signs in its members', () => {
  it('with the token in the address, as front-ends for Strapi do', async () => {
    const page = await openSite();
    await signIn(page, 'Sign in', 'ada');
    await page.getByText('Hello ada').waitFor();
    expect(page.url()).toBe(`${site}/`);
  });

  it('with a provider that sends its answer as a form from another site', async () => {
    const page = await openSite();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).pathname);
    });
    await signIn(page, 'With Apple', 'cem');
    await page.getByText('Hello cem').waitFor();
    expect(posted).toContain('/api/connect/apple/callback');
  });
});
