// Logins of members by the providers that Strapi knows: each answers in the form that its documents show, with other values.
import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { hostNames } from '../../../lib/platform/hostNames.ts';
import { createPublished } from '../../setup/accounts.ts';
import { createApi } from '../../setup/api.ts';
import { clientId, TestBrowser } from '../../setup/oidcProvider.ts';
import {
  memberPage as page,
  memberSettings,
  origin,
  siteWith,
  visit,
  type MemberSettings,
  type Site,
} from '../../setup/providerSite.ts';
import { uid } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const api = createApi(library);

type Values = Readonly<Record<string, unknown>>;

interface RecordedProvider {
  /** Where its documents show the answer. */
  readonly source: string;
  /** Of a provider whose issuer the configuration names. */
  readonly issuer?: string;
  /** Of a provider with OpenID Connect: where it is discovered, and what its id_token says beside what all say. */
  readonly discovered?: string;
  readonly idToken?: Values;
  /** The issuer of its id_token, if it is another one than the discovered. */
  readonly tenant?: string;
  /** Whether its id_token has no nonce. */
  readonly lacksNonce?: true;
  /** What it adds to the address of the way back. */
  readonly wayBack?: Readonly<Record<string, string>>;
  /** What its token endpoint answers beside the tokens. */
  readonly tokens?: Values;
  /** What its API answers, by address. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The same for an address that is not verified. */
  readonly unverified: { readonly idToken?: Values; readonly answers?: Readonly<Record<string, unknown>> };
  /** The same for somebody who has no address, or does not give it away: of those without OpenID Connect. */
  readonly noAddress?: RecordedProvider['unverified'];
  readonly user: Values;
  readonly scope: string;
}

/** Of the provider that has addresses nowhere else. */
const userInfo = 'https://login.example.com/userinfo';

const discordUser = 'https://discord.com/api/v10/users/@me';
const githubUser = 'https://api.github.com/user';
const githubAddresses = 'https://api.github.com/user/emails?per_page=100';
const facebookUser = 'https://graph.facebook.com/v23.0/me?fields=id,name,email';

const recorded: Readonly<Record<string, RecordedProvider>> = {
  google: {
    source: 'developers.google.com/identity/openid-connect/openid-connect, "An ID token\'s payload"',
    discovered: 'https://accounts.google.com',
    wayBack: { scope: 'email profile openid', authuser: '0', prompt: 'consent' },
    idToken: { sub: '10769150350006150715113082367', email: 'gina@example.org', email_verified: true, name: 'Gina G' },
    unverified: { idToken: { email_verified: false } },
    user: { username: 'Gina G', email: 'gina@example.org' },
    scope: 'openid profile email',
  },
  microsoft: {
    source:
      'learn.microsoft.com/entra/identity-platform: id-token-claims-reference, optional-claims-reference (xms_edov); MicrosoftDocs/azure-docs#111603: xms_edov only beside email',
    discovered: 'https://login.microsoftonline.com/common/v2.0',
    tenant: 'https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0',
    idToken: {
      tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
      ...{ sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ', preferred_username: 'mia@example.org', ver: '2.0' },
      ...{ name: 'Mia M', email: 'mia@example.org', xms_edov: true },
    },
    unverified: { idToken: { xms_edov: false, email_verified: true } },
    user: { username: 'mia@example.org', email: 'mia@example.org' },
    scope: 'openid profile email',
  },
  gitlab: {
    source:
      'docs.gitlab.com/integration/openid_connect_provider, "Shared information"; gitlab-org/gitlab#388176: the names are not in the id_token of older ones',
    discovered: 'https://gitlab.com',
    idToken: {
      ...{ sub: '4711', sub_legacy: 'b7676e1d', email: 'gil@example.org', email_verified: true, name: 'Gil' },
      ...{ nickname: 'gil', preferred_username: 'gil', groups_direct: ['example'] },
    },
    unverified: { idToken: { email_verified: false } },
    user: { username: 'gil', email: 'gil@example.org' },
    scope: 'openid profile email',
  },
  linkedin: {
    source:
      'learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2; authlib/authlib#763: no nonce; logto-io/logto#6843: a text instead of a boolean; laravel/socialite#725: may be missing',
    discovered: 'https://www.linkedin.com/oauth',
    lacksNonce: true,
    idToken: { sub: '782bbtaQ', name: 'Lin Doe', locale: 'en-US', email: 'lin@example.org', email_verified: 'true' },
    unverified: { idToken: { email_verified: 'false' } },
    user: { username: 'Lin Doe', email: 'lin@example.org' },
    scope: 'openid profile email',
  },
  twitch: {
    source: 'dev.twitch.tv/docs/authentication/getting-tokens-oidc, "OIDC authorization code grant flow"',
    discovered: 'https://id.twitch.tv/oauth2',
    wayBack: { scope: 'openid user:read:email' },
    idToken: { sub: '713936733', email: 'tom@example.org', email_verified: true, preferred_username: 'tomtv' },
    tokens: { expires_in: 14_124, scope: ['openid', 'user:read:email'] },
    unverified: { idToken: { email_verified: false } },
    user: { username: 'tomtv', email: 'tom@example.org' },
    scope: 'openid user:read:email',
  },
  apple: {
    source:
      'developer.apple.com/documentation/signinwithapple: "Authenticating users", "Configuring your webpage"; nicokaiser/passport-apple#86, nhost/hasura-auth#599: booleans since 2024, texts before',
    discovered: 'https://appleid.apple.com',
    idToken: {
      ...{ sub: '001999.a1b2.1719', email: 'ann@example.org', email_verified: true, is_private_email: true },
      ...{ auth_time: 1_734_359_564, nonce_supported: true },
    },
    unverified: { idToken: { email_verified: 'false', is_private_email: undefined } },
    user: { username: 'ann@example.org', email: 'ann@example.org' },
    scope: 'name email',
  },
  discord: {
    source: 'docs.discord.com/developers/resources/user, "User Object", "Example User"',
    answers: {
      [discordUser]: {
        ...{ id: '80351110224678912', username: 'nelly', discriminator: '0', global_name: null, avatar: null },
        ...{ verified: true, email: 'nelly@example.org', flags: 64, premium_type: 1, public_flags: 64 },
      },
    },
    unverified: { answers: { [discordUser]: { verified: false } } },
    noAddress: { answers: { [discordUser]: { email: null, verified: false } } },
    user: { username: 'nelly', email: 'nelly@example.org' },
    scope: 'identify email',
  },
  github: {
    source:
      'docs.github.com/rest: "Get the authenticated user", "List email addresses for the authenticated user"; openiddict/openiddict-core#2529: `iss` on the way back',
    wayBack: { iss: 'https://github.com/login/oauth' },
    answers: {
      [githubUser]: { login: 'octo', id: 7, node_id: 'MDQ6VXNlcjc=', name: null, email: null },
      [githubAddresses]: [
        { email: '7+octo@users.noreply.github.com', verified: true, primary: false, visibility: null },
        { email: 'octo@example.org', verified: true, primary: true, visibility: 'private' },
      ],
    },
    tokens: { scope: 'read:user,user:email' },
    unverified: {
      answers: {
        [githubUser]: { email: 'octo@example.org' },
        [githubAddresses]: [
          { email: '7+octo@users.noreply.github.com', verified: true, primary: false, visibility: null },
          { email: 'octo@example.org', verified: false, primary: true, visibility: 'public' },
        ],
      },
    },
    noAddress: { answers: { [githubAddresses]: [] } },
    user: { username: 'octo', email: 'octo@example.org' },
    scope: 'read:user user:email',
  },
  keycloak: {
    source: 'answers of Keycloak 26.7.3',
    issuer: 'https://sso.example.org/realms/site',
    discovered: 'https://sso.example.org/realms/site',
    wayBack: { session_state: '5gJeUrrIbemWkeUDQ0cU0UdC', iss: 'https://sso.example.org/realms/site' },
    idToken: {
      ...{ sub: '4a107cbf-168e-4d98-9e57-6ef3647df845', typ: 'ID', azp: clientId, sid: '5gJeUrrIbemWkeUDQ0cU0UdC' },
      ...{ acr: '1', email_verified: true, email: 'kim@example.org' },
      ...{ name: 'Kim Doe', preferred_username: 'kim', given_name: 'Kim', family_name: 'Doe' },
    },
    tokens: { token_type: 'Bearer', refresh_expires_in: 1_800, 'not-before-policy': 0, scope: 'openid profile email' },
    unverified: { idToken: { email_verified: false } },
    user: { username: 'kim', email: 'kim@example.org' },
    scope: 'openid profile email',
  },
  auth0: {
    source: 'auth0.com/docs/secure/tokens/id-tokens/id-token-structure; the issuer ends with a slash',
    issuer: 'https://site.eu.auth0.com/',
    discovered: 'https://site.eu.auth0.com/',
    idToken: {
      ...{ sub: 'auth0|123456', nickname: 'aud', name: 'Aud Doe', updated_at: '2026-11-01T10:00:00.000Z' },
      ...{ email: 'aud@example.org', email_verified: true },
    },
    unverified: { idToken: { email_verified: false } },
    user: { username: 'Aud Doe', email: 'aud@example.org' },
    scope: 'openid profile email',
  },
  cognito: {
    source:
      'docs.aws.amazon.com/cognito/latest/developerguide: amazon-cognito-user-pools-using-the-id-token.html; userinfo-endpoint.html and zitadel/oidc#139: texts instead of booleans there',
    issuer: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1',
    discovered: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Ab1',
    idToken: {
      ...{ sub: 'c0a', 'cognito:username': 'cora', 'cognito:groups': ['writers'], token_use: 'id' },
      ...{ email: 'cora@example.org', email_verified: true },
    },
    answers: { [userInfo]: { sub: 'c0a', email_verified: 'true', email: 'cora@example.org', username: 'cora' } },
    unverified: { idToken: { email_verified: false }, answers: { [userInfo]: { email_verified: 'false' } } },
    user: { username: 'cora@example.org', email: 'cora@example.org' },
    scope: 'openid profile email',
  },
};

const signing = generateKeyPairSync('rsa', { modulusLength: 2048 });
const appleKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const answerJson = (body: unknown): Promise<Response> => Promise.resolve(Response.json(body));

/** What the stand-in of a provider received. */
interface Received {
  nonce: string | undefined;
  token: URLSearchParams | undefined;
}

const merge = (usual: unknown, changed: unknown): unknown =>
  Array.isArray(usual) || changed === undefined ? (changed ?? usual) : { ...(usual as object), ...(changed as object) };

/** Answers all requests of a login instead of a provider. */
const standIn = (
  { discovered, lacksNonce, ...provider }: RecordedProvider,
  changed: RecordedProvider['unverified'],
): Received => {
  const received: Received = { nonce: undefined, token: undefined };
  const base = discovered ?? '';
  const idToken = (): Promise<string> =>
    new SignJWT({ ...(lacksNonce ? {} : { nonce: received.nonce }), ...provider.idToken, ...changed.idToken })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.tenant ?? base)
      .setAudience(clientId)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(signing.privateKey);
  const routes: Readonly<Record<string, () => unknown>> = {
    [`${base.replace(/\/$/, '')}/.well-known/openid-configuration`]: () => ({
      issuer: base.replace('/common/', '/{tenantid}/'),
      authorization_endpoint: 'https://login.example.com/authorize',
      token_endpoint: 'https://login.example.com/token',
      ...(provider.answers?.[userInfo] === undefined ? {} : { userinfo_endpoint: userInfo }),
      jwks_uri: 'https://login.example.com/keys',
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    'https://login.example.com/keys': () => ({
      keys: [{ ...signing.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
    }),
  };
  vi.spyOn(hostNames, 'requireResolvable').mockResolvedValue();
  vi.stubGlobal('fetch', async (input: string | URL, { method, body }: RequestInit = {}) => {
    const url = String(input);
    if (method === 'POST') {
      received.token = new URLSearchParams(body as URLSearchParams);
      const tokens = { access_token: 'the-token', token_type: 'bearer', ...provider.tokens };
      return answerJson(discovered === undefined ? tokens : { ...tokens, id_token: await idToken() });
    }
    const answer = routes[url]?.() ?? merge(provider.answers?.[url], changed.answers?.[url]);
    return answer === undefined ? new Response('', { status: 404 }) : answerJson(answer);
  });
  return received;
};

const secretOf = (name: string): unknown =>
  name === 'apple'
    ? { teamId: 'TEAM', keyId: 'KEY', privateKey: appleKey.privateKey.export({ type: 'pkcs8', format: 'pem' }) }
    : 'the secret';

const siteOf = (
  name: string,
  { issuer = '' }: Partial<RecordedProvider>,
  more: Partial<MemberSettings> = {},
  secret = secretOf(name),
): Site => siteWith(api, { members: { [name]: memberSettings({ issuer, ...more }) } }, undefined, { [name]: secret });

const start = async (site: Site, name: string) => {
  const browser = new TestBrowser();
  const { headers } = await visit(site, browser, `/api/connect/${name}`);
  browser.keepCookie(String(headers['set-cookie']));
  return { browser, address: new URL(String(headers.location)) };
};

const comeBack = async (site: Site, name: string, browser: TestBrowser, query: string): Promise<URL> =>
  new URL(String((await visit(site, browser, `/api/connect/${name}/callback?${query}`)).headers.location));

const answerOf = (address: URL, more: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams({ code: 'a-code', state: address.searchParams.get('state') ?? '', ...more }).toString();

/** Goes the whole way. @returns the address of the page, that of the login at the provider, and what the provider received */
const goThrough = async (
  name: string,
  changed: RecordedProvider['unverified'] = {},
  { site = siteOf(name, recorded[name] ?? {}), more = {} } = {},
) => {
  const provider = recorded[name];
  if (provider === undefined) throw new Error(`${name} is not recorded`);
  const received = standIn(provider, changed);
  const { browser, address } = await start(site, name);
  received.nonce = address.searchParams.get('nonce') ?? undefined;
  const query = answerOf(address, { ...provider.wayBack, ...more });
  return { site, address, received, end: await comeBack(site, name, browser, query) };
};

const redeem = async (site: Site, name: string, { search }: URL) =>
  (await site.get(`/api/auth/${name}/callback${search}`, { as: null })).body;

describe.each(Object.entries(recorded))('%s', (name, provider) => {
  it('never logs in by an address that it has not verified, and takes over no account with it', async () => {
    const imported = { email: String(provider.user.email), username: `old ${name}`, provider: name, confirmed: true };
    const { documentId } = await createPublished(api.service(), uid, imported);
    const { end } = await goThrough(name, provider.unverified);
    expect(end.searchParams.get('error')).toBe('unverified');
    await (await api.collection('up_users')).deleteOne({ documentId });
  });

  it.each(provider.noAddress ? [provider.noAddress] : [])('says that somebody has no address', async (noAddress) => {
    const { end } = await goThrough(name, noAddress);
    expect(end.searchParams.get('error')).toBe('noAddress');
  });

  it.runIf(provider.idToken !== undefined)('says that an empty address is none', async () => {
    const { end } = await goThrough(name, { idToken: { sub: 'without', email: '' } });
    expect(end.searchParams.get('error')).toBe('noAddress');
  });

  it.each(['', ' \t', '\u200B', 0, -1, 2 ** 53, null, true, {}])('logs in nobody with the id %j', async (id) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const [person] = Object.keys(provider.answers ?? {});
    const isOpenId = provider.idToken !== undefined;
    const answers = isOpenId || person === undefined ? {} : { [person]: { id } };
    const { end } = await goThrough(name, isOpenId ? { idToken: { sub: id } } : { answers });
    expect(end.searchParams.get('error')).toBe('refused');
    expect(logged).toHaveBeenCalled();
  });

  it('logs in a member by a verified address', async () => {
    const { site, address, received, end } = await goThrough(name);
    expect(address.searchParams.get('scope')).toBe(provider.scope);
    expect(address.searchParams.get('redirect_uri')).toBe(`${origin}/api/connect/${name}/callback`);
    const hasProof = received.token?.has('code_verifier');
    expect([address.searchParams.has('code_challenge'), hasProof]).toEqual(
      provider.lacksNonce ? [false, false] : [true, true],
    );
    expect([...end.searchParams.keys()]).toEqual(['access_token']);
    const { user } = await redeem(site, name, end);
    expect(user).toMatchObject({ ...provider.user, provider: name, confirmed: true });
  });
});

it('Microsoft does not say of an address without xms_edov whether it is verified', async () => {
  const { end } = await goThrough('microsoft', { idToken: { sub: 'another', xms_edov: undefined } });
  expect(end.searchParams.get('error')).toBe('unverified');
});

describe('GitHub', () => {
  it('logs in a member from Strapi, which takes the address of the public profile', async () => {
    const imported = { email: 'pat@example.org', username: 'pat of Strapi', provider: 'github', confirmed: true };
    await createPublished(api.service(), uid, imported);
    const { site, end } = await goThrough('github', {
      answers: {
        [githubUser]: { id: 9, login: 'pat', email: 'pat@example.org' },
        [githubAddresses]: [
          { email: 'private@example.org', verified: true, primary: true, visibility: 'private' },
          { email: 'pat@example.org', verified: true, primary: false, visibility: null },
        ],
      },
    });
    expect((await redeem(site, 'github', end)).user).toMatchObject({ username: 'pat of Strapi' });
  });

  it('does not take the answer of another issuer', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { end } = await goThrough('github', {}, { more: { iss: 'https://github.example.com/login/oauth' } });
    expect(end.searchParams.get('error')).toBe('refused');
  });
});

it('Cognito writes whether an address is verified as a text, where it names the address at its userinfo endpoint', async () => {
  const idToken = { sub: 'c0b', email: undefined, email_verified: undefined };
  const answers = { [userInfo]: { sub: 'c0b', email: 'cleo@example.org' } };
  const { site, end } = await goThrough('cognito', { idToken, answers });
  expect((await redeem(site, 'cognito', end)).user).toMatchObject({ email: 'cleo@example.org', confirmed: true });
  const unverified = { [userInfo]: { sub: 'c0d', email: 'cid@example.org', email_verified: 'false' } };
  const { end: refused } = await goThrough('cognito', { idToken: { ...idToken, sub: 'c0d' }, answers: unverified });
  expect(refused.searchParams.get('error')).toBe('unverified');
});

it('Twitch sends the address because the request names it', async () => {
  const { address } = await goThrough('twitch');
  const claims = JSON.parse(address.searchParams.get('claims') ?? '') as { readonly id_token: object };
  expect(Object.keys(claims.id_token)).toContain('email_verified');
});

// The documents of Facebook show no field for it: developers.facebook.com/docs/graph-api/reference/user. Without a confirmed
// address, the answer has no `email`: facebookarchive/php-graph-sdk#932.
const facebook: RecordedProvider = {
  source: 'developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow',
  answers: { [facebookUser]: { id: '10', name: 'Fay F', email: 'fay@example.org' } },
  unverified: {},
  user: {},
  scope: 'email',
};
const logIn = async (addressesAreVerified: boolean) => {
  const site = siteOf('facebook', {}, { addressesAreVerified });
  standIn(facebook, {});
  const { browser, address } = await start(site, 'facebook');
  return { site, end: await comeBack(site, 'facebook', browser, answerOf(address)) };
};

it('Facebook logs in a member only if the configuration trusts its addresses', async () => {
  expect((await logIn(false)).end.searchParams.get('error')).toBe('unverified');
  const { site, end } = await logIn(true);
  const { user } = await redeem(site, 'facebook', end);
  expect(user).toMatchObject({ username: 'Fay F', email: 'fay@example.org' });
});

describe('Apple', () => {
  const person = (values: object) => ({ user: JSON.stringify(values) });

  it('gets a secret that the key of the team signs', async () => {
    const { received } = await goThrough('apple');
    const { payload, protectedHeader } = await jwtVerify(
      received.token?.get('client_secret') ?? '',
      appleKey.publicKey,
    );
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
    expect(payload).toMatchObject({ iss: 'TEAM', sub: clientId, aud: 'https://appleid.apple.com' });
    expect(Number(payload.exp)).toBeLessThan(Date.now() / 1000 + 15_777_000);
  });

  it('sends its answer as a form, which a browser sends without the cookie: the site turns it into an address', async () => {
    const site = siteOf('apple', {});
    const received = standIn(recorded.apple ?? ({} as never), { idToken: { sub: 'form', email: 'form@example.org' } });
    const { browser, address } = await start(site, 'apple');
    received.nonce = address.searchParams.get('nonce') ?? undefined;
    expect(address.searchParams.get('response_mode')).toBe('form_post');
    const posted = await site.request('POST', '/api/connect/apple/callback', {
      as: null,
      body: answerOf(address, person({ name: { firstName: 'Flora', lastName: 'Form' }, email: 'eve@example.org' })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([posted.status, posted.headers['cache-control']]).toEqual([303, 'private, no-store']);
    const back = new URL(String(posted.headers.location), origin);
    expect(back.pathname).toBe('/api/connect/apple/callback');
    const end = await comeBack(site, 'apple', browser, back.search.slice(1));
    // The address in the form is not signed.
    expect((await redeem(site, 'apple', end)).user).toMatchObject({
      username: 'Flora Form',
      email: 'form@example.org',
    });
  });

  it.each([
    ['that is no JSON', { user: '{' }],
    ['that is no object', { user: '[1]' }],
    ['of another form', person({ name: { firstName: { $gt: '' }, lastName: 7 } })],
    ['that is long', person({ name: { firstName: 'x'.repeat(3_000) } })],
  ])('may send a name %s', async (label, more) => {
    const idToken = { sub: label, email: `${label.replaceAll(' ', '-')}@example.org` };
    const { end } = await goThrough('apple', { idToken }, { more });
    expect([...end.searchParams.keys()]).toEqual(['access_token']);
  });

  it('may answer that somebody cancelled', async () => {
    const site = siteOf('apple', {});
    standIn(recorded.apple ?? ({} as never), {});
    const { browser, address } = await start(site, 'apple');
    const state = address.searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'user_cancelled_authorize', state }).toString();
    expect((await comeBack(site, 'apple', browser, query)).searchParams.get('error')).toBe('cancelled');
  });

  it('sends no long form, and none for a provider that is not enabled', async () => {
    const post = async (name: string, body: string) =>
      (await siteOf('apple', {}).request('POST', `/api/connect/${name}/callback`, { as: null, body })).status;
    expect([await post('apple', 'x'.repeat(4_001)), await post('google', 'code=a')]).toEqual([413, 400]);
  });

  it('cannot be used with a key that is none', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const site = siteOf('apple', {}, {}, { teamId: 'TEAM', keyId: 'KEY', privateKey: 'none' });
    const { headers } = await site.get('/api/connect/apple', { as: null });
    expect(headers.location).toBe(`${page}?error=unavailable`);
  });
});

// As a Strapi 5.54 answers; the messages of the last three differ.
const disabled = { status: 400, name: 'ApplicationError', message: 'This provider is disabled' };

it.each([
  ['/api/connect/discord', disabled],
  ['/api/connect/nowhere', disabled],
  ['/api/connect/discord/callback?code=a-code&state=a-state', disabled],
  ['/api/auth/discord/callback', disabled],
  ['/api/auth/nowhere/callback?access_token=wrong', disabled],
  ['/api/auth/google/callback', { status: 400, name: 'ApplicationError' }],
  ['/api/auth/google/callback?access_token=wrong', { status: 400, name: 'ApplicationError' }],
  ['/api/connect/google?callback=https://elsewhere.example', { status: 400, name: 'ValidationError' }],
])('a request that Strapi refuses %s has the same status and name', async (path, error) => {
  expect((await siteOf('google', {}).get(path, { as: null })).body.error).toMatchObject(error);
});
