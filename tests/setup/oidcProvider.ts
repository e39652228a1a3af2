// An OpenID Connect provider on this machine, for the tests of logins: oidc-provider with its own pages for login and consent.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** What a person's account at the provider says. Tests change it between logins. */
export type AccountClaims = Record<string, unknown>;

export interface TestProvider {
  readonly issuer: string;
  /** By subject, which is also what a person writes to log in. */
  readonly accounts: Map<string, AccountClaims>;
  /** Answers requests instead of the provider, while it is set. It returns whether it does. */
  readonly replace: { answer?: (request: IncomingMessage, response: ServerResponse) => boolean };
  readonly stop: () => Promise<void>;
}

export const clientId = 'lectern';
export const clientSecret = 'the secret of the client in tests';

const claims = {
  openid: ['sub', 'groups', 'hd'],
  email: ['email', 'email_verified'],
  profile: ['name', 'preferred_username'],
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

/**
 * Starts a provider on a free port of 127.0.0.1.
 *
 * @param redirects the addresses to which it may send browsers back
 * @param more its configuration, beside that of these tests
 */
export const startProvider = async (redirects: readonly string[], more: Configuration = {}): Promise<TestProvider> => {
  const replace: TestProvider['replace'] = {};
  const accounts: TestProvider['accounts'] = new Map();
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirects],
        post_logout_redirect_uris: redirects.map((one) => new URL('/editor/login', one).href),
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['of tests'] },
    claims,
    conformIdTokenClaims: false,
    findAccount: (_, accountId) => {
      const account = accounts.get(accountId);
      return account && { accountId, claims: () => ({ sub: accountId, ...account }) };
    },
    issueRefreshToken: () => true,
    ...more,
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (replace.answer?.(request, response) !== true) void answer(request, response);
  });
  return { issuer, accounts, replace, stop: () => stop(server) };
};

/** A browser without pages: it keeps cookies and follows redirects. */
export class TestBrowser {
  private readonly cookies = new Map<string, string>();

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** @param header a `Set-Cookie` header */
  keepCookie(header: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (name !== undefined && value !== undefined) this.cookies.set(name, value);
  }

  async fetch(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.cookieHeader },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.keepCookie(cookie);
    return response;
  }

  /**
   * Logs in at a provider, and consents.
   *
   * @param address of its authorization
   * @param account whose subject is written into the form
   * @returns the address to which the provider sends the browser back
   */
  async logIn(address: string, account: string): Promise<string> {
    const { origin } = new URL(address);
    let url = address;
    for (let steps = 0; steps < 20; steps += 1) {
      let response = await this.fetch(url);
      const page = response.status === 200 ? await response.text() : '';
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (prompt !== undefined)
        response = await this.fetch(url, prompt === 'login' ? { prompt, login: account, password: 'any' } : { prompt });
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answers ${response.status}: ${page}`);
      const next = new URL(location, url);
      if (next.origin !== origin) return next.href;
      url = next.href;
    }
    throw new Error(`The provider never ends the login at ${address}`);
  }

  /** Logs out at a provider. @param address of its logout */
  async logOut(address: string): Promise<void> {
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(await (await this.fetch(address)).text()) ?? [];
    await this.fetch(`${address}/confirm`, { xsrf, logout: 'yes' });
  }
}
