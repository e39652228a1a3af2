// Providers for members that Lectern knows by their names, as Strapi does.
import type { ServerMetadata } from 'openid-client';
import { isObject } from '../../schema/index.ts';
import type { Identity } from './claims.ts';
import { SignInFailure } from './failure.ts';
import { limitedFetch } from './limitedFetch.ts';

/** A provider that has only OAuth 2: who somebody is, its own API says. */
export interface OAuthProvider {
  readonly server: ServerMetadata;
  /** @throws SignInFailure if the answer is not valid */
  readonly identify: (accessToken: string) => Promise<Identity>;
}

interface KnownProvider {
  /** Of a provider with OpenID Connect; undefined: the configuration names it. */
  readonly issuer?: string;
  readonly scopes: readonly string[];
  readonly oauth?: OAuthProvider;
}

const read = async (url: string, token: string): Promise<unknown> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'lectern' };
  const response = await limitedFetch(url, {
    ...{ method: 'GET', headers, body: undefined, redirect: 'manual' },
    signal: AbortSignal.timeout(5_000),
  });
  if (!response.ok) throw new SignInFailure('refused', `${url} answers ${response.status}`);
  return response.json();
};

const readObject = async (url: string, token: string): Promise<Readonly<Record<string, unknown>>> => {
  const body = await read(url, token);
  if (isObject(body) && (typeof body.id === 'string' || typeof body.id === 'number')) return body;
  throw new SignInFailure('refused', `${url} names nobody`);
};

const github = 'https://github.com/login/oauth';

const identifyAtGithub = async (token: string): Promise<Identity> => {
  const user = await readObject('https://api.github.com/user', token);
  const addresses = await read('https://api.github.com/user/emails', token);
  const primary = (Array.isArray(addresses) ? addresses : []).find((one) => isObject(one) && one.primary === true) as
    | Readonly<Record<string, unknown>>
    | undefined;
  const claims = { preferred_username: user.login, email: primary?.email, email_verified: primary?.verified === true };
  return { issuer: github, subject: String(user.id), claims };
};

const facebook = 'https://www.facebook.com';

/** Facebook does not say whether an address is verified. */
const identifyAtFacebook = async (token: string): Promise<Identity> => {
  const { id, name, email } = await readObject('https://graph.facebook.com/v23.0/me?fields=id,name,email', token);
  return { issuer: facebook, subject: String(id), claims: { name, email } };
};

const openId = ['openid', 'profile', 'email'];

export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  google: { issuer: 'https://accounts.google.com', scopes: openId },
  microsoft: { issuer: 'https://login.microsoftonline.com/common/v2.0', scopes: openId },
  gitlab: { issuer: 'https://gitlab.com', scopes: openId },
  linkedin: { issuer: 'https://www.linkedin.com/oauth', scopes: openId },
  discord: { issuer: 'https://discord.com', scopes: ['openid', 'identify', 'email'] },
  twitch: { issuer: 'https://id.twitch.tv/oauth2', scopes: ['openid', 'user:read:email'] },
  github: {
    scopes: ['read:user', 'user:email'],
    oauth: {
      server: {
        ...{ issuer: github, authorization_endpoint: `${github}/authorize`, token_endpoint: `${github}/access_token` },
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
      identify: identifyAtGithub,
    },
  },
  facebook: {
    scopes: ['email'],
    oauth: {
      server: {
        ...{ issuer: facebook, authorization_endpoint: `${facebook}/v23.0/dialog/oauth` },
        token_endpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
      identify: identifyAtFacebook,
    },
  },
};
