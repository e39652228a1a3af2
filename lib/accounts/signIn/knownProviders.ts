// Providers for members that Lectern knows by their names, as Strapi does: each row of the table says what differs from OpenID Connect.
import type { CustomFetch, ServerMetadata } from 'openid-client';
import { isObject, parseJsonText } from '../../schema/index.ts';
import { readSubject, type Claims, type Identity } from './identity.ts';
import { SignInFailure } from './failure.ts';
import { limitedFetch } from './limitedFetch.ts';

/** A provider that has only OAuth 2: who somebody is, its own API says. */
interface OAuthProvider {
  readonly server: ServerMetadata;
  /** @throws SignInFailure if the answer is not valid */
  readonly identify: (accessToken: string) => Promise<Identity>;
}

export interface KnownProvider {
  /** Of a provider with OpenID Connect; undefined: the configuration names it. */
  readonly issuer?: string;
  readonly scopes: readonly string[];
  /** Further parameters of its login page. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether it knows neither PKCE nor `nonce`: only the state ties its answer to the browser. */
  readonly hasStateOnly?: boolean;
  readonly fetch?: CustomFetch;
  /**
   * What its claims mean in the words of OpenID Connect.
   *
   * @param answer the parameters with which the browser came back: what they say, anybody can write
   */
  readonly readClaims?: (claims: Claims, answer: URLSearchParams) => Claims;
  readonly oauth?: OAuthProvider;
}

const read = async (url: string, token: string): Promise<unknown> => {
  const headers = { accept: 'application/json', authorization: `Bearer ${token}`, 'user-agent': 'lectern' };
  const signal = AbortSignal.timeout(5_000);
  const response = await limitedFetch(url, { method: 'GET', headers, body: undefined, redirect: 'manual', signal });
  if (!response.ok) throw new SignInFailure('refused', `${url} answers ${response.status}`);
  return response.json();
};

/** @throws SignInFailure as `readSubject` */
const readPerson = async (
  url: string,
  token: string,
): Promise<Readonly<Record<string, unknown>> & Pick<Identity, 'subject'>> => {
  const body = await read(url, token);
  const person = isObject(body) ? body : {};
  return { ...person, subject: readSubject(person.id) };
};

const github = 'https://github.com/login/oauth';

/** As in Strapi, so that a member from there is found: the verified address of the public profile, otherwise the primary one. */
const identifyAtGithub = async (token: string): Promise<Identity> => {
  const user = await readPerson('https://api.github.com/user', token);
  const addresses = await read('https://api.github.com/user/emails?per_page=100', token);
  const known = (Array.isArray(addresses) ? addresses : []).filter((address) => isObject(address));
  const { email, verified } =
    known.find((address) => address.verified === true && address.email === user.email) ??
    known.find((address) => address.primary === true) ??
    {};
  const claims = { preferred_username: user.login, email, email_verified: verified === true };
  return { issuer: github, subject: user.subject, claims };
};

const facebook = 'https://www.facebook.com';

/** Facebook does not say whether an address is verified. */
const identifyAtFacebook = async (token: string): Promise<Identity> => {
  const { subject, name, email } = await readPerson('https://graph.facebook.com/v23.0/me?fields=id,name,email', token);
  return { issuer: facebook, subject, claims: { name, email } };
};

const discord = 'https://discord.com';

const identifyAtDiscord = async (token: string): Promise<Identity> => {
  const { subject, username, email, verified } = await readPerson(`${discord}/api/v10/users/@me`, token);
  const claims = { preferred_username: username, email, email_verified: verified === true };
  return { issuer: discord, subject, claims };
};

/** Each administrator of a tenant chooses the addresses there. Microsoft says with `xms_edov` that the tenant owns their domain. */
const readMicrosoftClaims = ({ xms_edov: isOwned, ...claims }: Claims): Claims => ({
  ...claims,
  email_verified:
    isOwned === undefined ? undefined : [true, 1, '1', 'true'].includes(isOwned as boolean | number | string),
});

const maxName = 100;

/** Apple sends the name beside the code, and only at the first login. The address there is not signed: that in the id_token counts. */
const readAppleClaims = (claims: Claims, answer: URLSearchParams): Claims => {
  const json = parseJsonText(answer.get('user') ?? '{}');
  const name = !('error' in json) && isObject(json.value) && isObject(json.value.name) ? json.value.name : {};
  const text = [name.firstName, name.lastName].filter((part) => typeof part === 'string').join(' ');
  return { ...claims, name: text.slice(0, maxName) };
};

/** Twitch answers its scopes as a list, and OAuth 2 has a text. Nobody reads them. */
const fetchWithoutScope: CustomFetch = async (url, options) => {
  const response = await limitedFetch(url, options);
  if (options.method !== 'POST' || !response.ok) return response;
  const tokens = (await response.json()) as Readonly<Record<string, unknown>>;
  return Response.json({ ...tokens, scope: undefined });
};

const openId = ['openid', 'profile', 'email'];

const server = (issuer: string, authorization: string, token: string): ServerMetadata => ({
  ...{ issuer, authorization_endpoint: authorization, token_endpoint: token },
  token_endpoint_auth_methods_supported: ['client_secret_post'],
});

/** All others, such as `keycloak`, `auth0` and `cognito`, have OpenID Connect and an issuer in the configuration. */
export const knownProviders: Readonly<Record<string, KnownProvider>> = {
  google: { issuer: 'https://accounts.google.com', scopes: openId },
  microsoft: {
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: openId,
    readClaims: readMicrosoftClaims,
  },
  gitlab: { issuer: 'https://gitlab.com', scopes: openId },
  linkedin: { issuer: 'https://www.linkedin.com/oauth', scopes: openId, hasStateOnly: true },
  twitch: {
    issuer: 'https://id.twitch.tv/oauth2',
    scopes: ['openid', 'user:read:email'],
    parameters: { claims: '{"id_token":{"email":null,"email_verified":null,"preferred_username":null}}' },
    fetch: fetchWithoutScope,
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    scopes: ['name', 'email'],
    parameters: { response_mode: 'form_post' },
    readClaims: readAppleClaims,
  },
  discord: {
    scopes: ['identify', 'email'],
    oauth: {
      server: server(discord, `${discord}/oauth2/authorize`, `${discord}/api/oauth2/token`),
      identify: identifyAtDiscord,
    },
  },
  github: {
    scopes: ['read:user', 'user:email'],
    oauth: { server: server(github, `${github}/authorize`, `${github}/access_token`), identify: identifyAtGithub },
  },
  facebook: {
    scopes: ['email'],
    oauth: {
      server: server(facebook, `${facebook}/v23.0/dialog/oauth`, 'https://graph.facebook.com/v23.0/oauth/access_token'),
      identify: identifyAtFacebook,
    },
  },
};
