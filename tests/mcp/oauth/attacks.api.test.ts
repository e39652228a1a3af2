// What attackers, wrong clients and ended users get from the sign-in of agents.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { editorPermissionNames } from '../../../lib/platform/editorPermissions.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { seal } from '../../../lib/platform/seal.ts';
import { toRequest } from '../../../lib/api/http/request.ts';
import { endAllSessions, type StoredSession } from '../../../lib/accounts/sessions/index.ts';
import { deleteAccess } from '../../../lib/accounts/administration/index.ts';
import { standaloneOperations } from '../../../lib/platform/db/index.ts';
import { oauthOperations } from '../../../lib/mcp/oauth/index.ts';
import { addEditorUser, logInToEditor, setUpApp, strict } from '../../accounts/factors/editorUser.ts';
import type { Member } from '../../setup/accounts.ts';
import { createApi, toLambdaEvent, type Call } from '../../setup/api.ts';
import { providerSettings } from '../../setup/providerSite.ts';
import { secrets } from '../../setup/secrets.ts';
import { callTool } from '../callTool.ts';
import {
  addPerson,
  comeBack,
  config,
  consent,
  exchange,
  ofDrafter,
  ofPerson,
  origin,
  postForm,
  redirectUri,
  refresh,
  register,
  requestOf,
  schema,
  sessionsOf,
  signIn,
  verifier,
} from './site.ts';

const providers = { okta: providerSettings({ issuer: 'https://id.example.org' }) };
const api = createApi(schema, { ...config, signIn: { ...config.signIn, providers } });

let person: Member;
beforeAll(async () => {
  person = await addPerson(api);
});

afterEach(() => {
  vi.useRealTimers();
});

const dayMs = 86_400_000;
const later = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

const grants = async () => await api.collection<StoredSession>(collections.sessions);
const countGrants = async () => (await grants()).countDocuments({ agent: { $exists: true } });

/** A code for the agent of a person. */
const newCode = async (more: Parameters<typeof requestOf>[1] = {}) => {
  const client = await register(api);
  return { client, code: comeBack(await consent(api, person.as, requestOf(client, more))).get('code') ?? '' };
};

describe('the request of a client is refused, and leads nowhere', () => {
  it.each([
    ['for another address', { redirect_uri: 'https://evil.example.org/' }, /redirect_uri/],
    ['for a longer path', { redirect_uri: `${redirectUri}/more` }, /redirect_uri/],
    [
      'for a host that begins as this machine',
      { redirect_uri: 'http://127.0.0.1.evil.example.org/callback' },
      /redirect_uri/,
    ],
    ['with a user in the address', { redirect_uri: 'http://evil@127.0.0.1:4711/callback' }, /redirect_uri/],
    ['without an address', { redirect_uri: undefined }, /redirect_uri/],
    ['of a client that nobody registered', { client_id: 'eyJhbGciOiJkaXIifQ..a.b.c' }, /does not know this program/],
    ['without a client', { client_id: undefined }, /does not know this program/],
    ['for a token at once', { response_type: 'token' }, /response_type/],
    ['without PKCE', { code_challenge: undefined }, /code_challenge/],
    ['with the plain verifier', { code_challenge_method: 'plain' }, /S256/],
    ['without a method, which would be plain', { code_challenge_method: undefined }, /S256/],
    ['for another resource', { resource: 'https://other.example.org/mcp' }, /resource/],
    ['for all of the API', { resource: origin }, /resource/],
  ])('%s', async (_, more, message) => {
    const query = requestOf(await register(api), more);
    const before = await countGrants();
    const described = await api.get(`/api/agents/authorization?${query}`, person);
    const allowed = await consent(api, person.as, query);
    const denied = await consent(api, person.as, query, { deny: true });
    for (const { status, body } of [described, allowed, denied])
      expect([status, body.error.message, body.data]).toEqual([400, expect.stringMatching(message), null]);
    expect(await countGrants()).toBe(before);
  });

  it('with a parameter that is repeated', async () => {
    const query = `${requestOf(await register(api))}&redirect_uri=https://evil.example.org/`;
    expect((await consent(api, person.as, query)).body.error.message).toBe('redirect_uri is repeated');
  });
});

it('a program on this machine may have another port than it registered', async () => {
  const query = requestOf(await register(api), { redirect_uri: 'http://127.0.0.1:5000/callback' });
  expect((await consent(api, person.as, query)).status).toBe(200);
});

describe('a registration is refused', () => {
  it.each([
    ['http://example.org/callback'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['JavaScript:alert(1)'],
    ['javascript://example.com/%0aalert(1)'],
    ['vbscript:x'],
    ['blob:https://example.org/x'],
    ['file:///etc/passwd'],
    ['about:blank'],
    ['view-source:https://example.org/'],
    ['mailto:someone@example.org'],
    ['cursors://back'],
    ['vscode-other://back'],
    ['cursor://evil@back/'],
    ['cursor://back/#part'],
    ['https://user:secret@example.org/'],
    ['https://example.org/#part'],
    ['https://example.org/ '],
    ['not an address'],
    [`https://example.org/${'x'.repeat(500)}`],
    [7],
  ])('for the address %o', async (uri) => {
    const body = { client_name: 'X', redirect_uris: [redirectUri, uri] };
    const reply = await api.request('POST', '/oauth/register', { as: null, body });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  it.each([[null], [''], ['two\nlines'], ['x'.repeat(101)], [{ $gt: '' }]])('for the name %o', async (name) => {
    const body = { client_name: name, redirect_uris: [redirectUri] };
    const reply = await api.request('POST', '/oauth/register', { as: null, body });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it.each([[undefined], [[]], ['text'], [{ redirect_uris: [] }]])('for the body %o', async (body) => {
    expect((await api.request('POST', '/oauth/register', { as: null, body })).status).toBe(400);
  });
});

describe('a code', () => {
  it.each([
    ['with another verifier', { code_verifier: `${verifier}x` }],
    ['for another address', { redirect_uri: 'https://evil.example.org/' }],
  ])('is not exchanged %s, and ends', async (_, more) => {
    const { client, code } = await newCode();
    expect((await exchange(api, { client_id: client, code, ...more })).body.error).toBe('invalid_grant');
    expect((await exchange(api, { client_id: client, code })).body.error).toBe('invalid_grant');
  });

  it('is not exchanged by another client', async () => {
    const { code } = await newCode();
    const other = await register(api);
    expect((await exchange(api, { client_id: other, code })).body.error).toBe('invalid_grant');
  });

  it.each(['', '.', `.${'x'.repeat(43)}`])('is not exchanged by its id and %o', async (rest) => {
    const { client, code } = await newCode();
    const guess = `${code.split('.')[0] ?? ''}${rest}`;
    expect((await exchange(api, { client_id: client, code: guess })).body.error).toBe('invalid_grant');
  });

  it.each(['code', 'client_id', 'redirect_uri', 'code_verifier', 'grant_type'])('needs %s', async (name) => {
    const { client, code } = await newCode();
    const form = { grant_type: 'authorization_code', client_id: client, code, redirect_uri: redirectUri };
    const { status } = await postForm(
      api,
      '/oauth/token',
      Object.fromEntries(Object.entries({ ...form, code_verifier: verifier }).filter(([key]) => key !== name)),
    );
    expect(status).toBe(400);
    expect((await exchange(api, { client_id: client, code })).status).toBe(200);
  });

  it('that comes twice ends the tokens that it was exchanged for', async () => {
    const { client, code } = await newCode();
    const { body } = await exchange(api, { client_id: client, code });
    expect((await callTool(api, body.access_token, 'list_types')).status).toBe(200);
    expect((await exchange(api, { client_id: client, code })).body.error).toBe('invalid_grant');
    expect((await callTool(api, body.access_token, 'list_types')).status).toBe(401);
    expect((await refresh(api, client, body.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('is exchanged once by two requests at the same time', async () => {
    const { client, code } = await newCode();
    const replies = await Promise.all([1, 2, 3].map(() => exchange(api, { client_id: client, code })));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThan(2);
  });

  it('is no refresh token, neither before its exchange nor after', async () => {
    const first = await newCode();
    expect((await refresh(api, first.client, first.code)).body.error).toBe('invalid_grant');
    const second = await newCode();
    await exchange(api, { client_id: second.client, code: second.code });
    expect((await refresh(api, second.client, second.code)).body.error).toBe('invalid_grant');
  });

  it('is valid for ten minutes', async () => {
    const { client, code } = await newCode();
    later(10 * 60_000);
    expect((await exchange(api, { client_id: client, code })).body.error).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  it('is exchanged for the same next one within ten seconds, and ends the grant later', async () => {
    const { client, refresh: token } = await signIn(api, person);
    const [one, other] = await Promise.all([refresh(api, client, token), refresh(api, client, token)]);
    expect(other.body.refresh_token).toBe(one.body.refresh_token);
    later(11_000);
    expect((await refresh(api, client, token)).body.error).toBe('invalid_grant');
    expect((await refresh(api, client, one.body.refresh_token)).body.error).toBe('invalid_grant');
    expect((await callTool(api, one.body.access_token, 'list_types')).status).toBe(401);
  });

  it('of another client ends', async () => {
    const { client, refresh: token } = await signIn(api, person);
    expect((await refresh(api, await register(api), token)).body.error).toBe('invalid_grant');
    expect((await refresh(api, client, token)).body.error).toBe('invalid_grant');
  });

  it('gives no wider scope than the user allowed', async () => {
    const { client, refresh: refresh_token } = await signIn(api, person, ['read']);
    const form = { grant_type: 'refresh_token', client_id: client, refresh_token, scope: 'read write publish' };
    expect((await postForm(api, '/oauth/token', form)).body.scope).toBe('read');
  });

  it('does not live longer than 14 days without use, and than a session', async () => {
    const { client, refresh: token } = await signIn(api, person);
    later(13 * dayMs);
    const { body } = await refresh(api, client, token);
    expect(body.token_type).toBe('Bearer');
    later(13 * dayMs);
    const next = (await refresh(api, client, body.refresh_token)).body.refresh_token;
    // The session of a user lasts 30 days.
    later(5 * dayMs);
    expect((await refresh(api, client, next)).body.error).toBe('invalid_grant');
    const idle = await signIn(api, await addPerson(api));
    later(14 * dayMs);
    expect((await refresh(api, idle.client, idle.refresh)).body.error).toBe('invalid_grant');
  });
});

it('token requests are forms for this resource', async () => {
  const { client, code } = await newCode();
  const json = await api.request('POST', '/oauth/token', { as: null, body: { grant_type: 'authorization_code' } });
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
  const other = await exchange(api, { client_id: client, code, resource: 'https://other.example.org/mcp' });
  expect(other.body.error).toBe('invalid_target');
  const kind = await postForm(api, '/oauth/token', { grant_type: 'password', client_id: client });
  expect(kind.body.error).toBe('unsupported_grant_type');
});

describe('an access token', () => {
  it.each(['/api/articles', '/api/users/me', '/api/auth/sessions', '/admin/api-tokens', '/api/sync?types=articles'])(
    'opens nothing at %s',
    async (path) => {
      const { access } = await signIn(api, person, ['read', 'write', 'publish']);
      expect((await api.get(path, { as: { token: access }, headers: strict })).status).toBe(401);
    },
  );

  it('allows its agent no more scopes', async () => {
    const { access, client } = await signIn(api, person);
    expect((await consent(api, { token: access }, requestOf(client), { scopes: ['publish'] })).status).toBe(401);
  });

  const isFor = (resource: string): string => `access of an agent to ${resource}`;
  const [secret, earlier] = secrets.sessions as [string, string];

  it.each([
    ['as it should be', {}, 200],
    ['for another resource', { purpose: isFor('https://other.example.org/mcp') }, 401],
    ['of another kind', { purpose: 'client of agents' }, 401],
    ['of another secret', { secret: 'another secret, which is long enough' }, 401],
    ['of the secret before', { secret: earlier }, 200],
    ['without an end', { seconds: NaN }, 401],
    ['that has ended', { seconds: -1 }, 401],
    ['that ends now', { seconds: 0 }, 401],
  ])('%s', async (_, more, status) => {
    const owner = await addPerson(api);
    await signIn(api, owner);
    const grant = (await (await grants()).findOne({ user: owner.documentId, agent: { $exists: true } }))?._id;
    const sealed = { secret, purpose: isFor(`${origin}/mcp`), seconds: 60, ...more };
    const content = JSON.stringify([grant, Date.now() + sealed.seconds * 1000]);
    const token = await seal([sealed.secret], sealed.purpose, content);
    const reply = await callTool(api, token, 'list_types');
    expect(reply.status).toBe(status);
    if (status === 401) expect(reply.challenge).toContain('error="invalid_token"');
  });
});

describe('what ends the sessions of a user ends the agents', () => {
  const endings = {
    'a new password or an administrator': (user: string) => endAllSessions(api.service(), user, 'password'),
    'its deletion': async (user: string) => {
      await deleteAccess(api.service(), await standaloneOperations(api.service().database), user);
    },
    'that it is blocked': async (user: string) => {
      await (await api.collection('up_users')).updateOne({ documentId: user }, { $set: { 'published.blocked': true } });
    },
  };

  it.each(Object.entries(endings))('%s', async (_, end) => {
    const owner = await addPerson(api);
    const { access, client, refresh: token } = await signIn(api, owner);
    await end(owner.documentId);
    expect((await callTool(api, access, 'list_types')).status).toBe(401);
    expect((await refresh(api, client, token)).body.error).toBe('invalid_grant');
  });
});

describe('an agent that a user of a provider allowed', () => {
  const signInByProvider = async (name: string, provider = 'okta') => {
    const { documentId } = await addEditorUser(
      api,
      name,
      ofPerson.map(({ action }) => action),
      name,
    );
    const { jwt } = (await logInToEditor(api, { name, documentId })).body;
    const times = { checkedAt: new Date(), triedAt: new Date() };
    await (
      await api.collection(collections.sessions)
    ).updateOne({ user: documentId }, { $set: { provider: { name: provider, issuer: 'x', subject: 'y', ...times } } });
    const as = { token: jwt as string };
    return { as, ...(await signIn(api, { documentId, as })) };
  };

  it('ends with that session', async () => {
    const { as, access, client, refresh: token } = await signInByProvider('ending');
    expect((await callTool(api, access, 'list_types')).status).toBe(200);
    await api.request('POST', '/api/auth/logout', { as, headers: strict });
    expect((await callTool(api, access, 'list_types')).status).toBe(401);
    expect((await refresh(api, client, token)).body.error).toBe('invalid_grant');
  });

  it('does not go on if the session could not', async () => {
    // No configuration has the provider.
    await expect(signInByProvider('unknown', 'gone')).rejects.toThrow('invalid_grant');
  });
});

it.each([
  ['create', 'create_document', { data: { title: 'A' } }],
  ['publish', 'publish_document', { action: 'publish' }],
])('a role that loses the permission to %s takes it from the agent', async (lost, tool, args) => {
  const owner = await addPerson(api);
  const { access } = await signIn(api, owner, ['read', 'write', 'publish']);
  const documentId = await api.create('/api/articles?status=draft', { title: 'A' });
  const place = { type: 'articles', ...(lost === 'create' ? {} : { documentId }) };
  const call = () => callTool(api, access, tool, { ...place, ...args });
  expect((await call()).isError).toBe(false);
  const roles = await api.collection('up_roles');
  const user = await (await api.collection('up_users')).findOne({ documentId: owner.documentId });
  const permissions = ofPerson.filter(({ action }) => !action.endsWith(`.${lost}`));
  await roles.updateOne({ documentId: user?.published.role.to }, { $set: { 'published.permissions': permissions } });
  api.service().access.roles.clearCache();
  const { status, json } = await call();
  // Its user could not allow it any more, so no challenge asks for it.
  expect([status, json.status]).toEqual([200, 403]);
});

describe('nobody consents for somebody else', () => {
  it.each([
    ['a page of another site, which has only cookies', null, 401],
    ['an API token', 'full-access' as const, 401],
  ])('%s', async (_, as, status) => {
    const headers = { Cookie: 'lectern_refresh=x', Origin: 'https://evil.example.org', 'Content-Type': 'text/plain' };
    const body = JSON.stringify({ request: requestOf(await register(api)), scopes: ['read'] });
    expect((await api.request('POST', '/api/agents/authorization', { as, headers, body })).status).toBe(status);
  });

  it('a member of the site has no agents', async () => {
    const member = await addPerson(
      api,
      ofPerson.filter(({ action }) => !editorPermissionNames.includes(action)),
    );
    expect((await consent(api, member.as, requestOf(await register(api)))).status).toBe(403);
  });

  it('a session that has ended in another process, before this one knows', async () => {
    const owner = await addPerson(api);
    const query = requestOf(await register(api));
    expect((await api.get(`/api/agents/authorization?${query}`, owner)).status).toBe(200);
    const users = await api.collection('up_users');
    await users.updateOne({ documentId: owner.documentId }, { $set: { 'published.sessionsSince': new Date() } });
    expect((await api.get(`/api/agents/authorization?${query}`, owner)).status).toBe(200);
    const before = await countGrants();
    expect([(await consent(api, owner.as, query)).status, await countGrants()]).toEqual([401, before]);
  });

  it('a session that was not confirmed lately asks for the factor, but denies and ends without', async () => {
    const names = ofPerson.map(({ action }) => action);
    const user = await setUpApp(api, await addEditorUser(api, 'careful', names));
    const as = { token: user.jwt };
    const query = requestOf(await register(api));
    const { access } = await signIn(api, { documentId: user.documentId, as });
    await (
      await api.collection(collections.sessions)
    ).updateMany({ user: user.documentId }, { $unset: { confirmedAt: '' } });
    expect((await consent(api, as, query)).body.error.name).toBe('StepUpError');
    expect((await consent(api, as, query, { deny: true })).status).toBe(200);
    const { data } = (await sessionsOf(api, { as })).body;
    const { id } = data.find(({ agent }: StoredSession) => agent !== undefined);
    expect((await sessionsOf(api, { as }, 'DELETE', `/${id}`)).status).toBe(200);
    expect((await callTool(api, access, 'list_types')).status).toBe(401);
  });

  it('and nobody logs in as an agent by a header or a value of an event', () => {
    const route = { routeKey: 'POST /mcp', pathParameters: {} };
    const event = { ...toLambdaEvent('POST', '/mcp', { headers: { caller: 'everything' } }, route), caller: {} };
    expect(toRequest(event, config)).not.toHaveProperty('caller');
  });
});

it.each([[['publish']], [['read', 'publish']], [[]]])(
  'scopes %o that the role does not permit are refused',
  async (scopes) => {
    const reader = await addPerson(api, ofDrafter);
    const { status, body } = await consent(api, reader.as, requestOf(await register(api)), { scopes });
    expect([status, body.error.details.path]).toEqual([400, 'scopes']);
  },
);

it('an agent that may not publish approves nothing, and what it changes is not approved any more', async () => {
  const documentId = await api.create('/api/essays?status=draft', { title: 'A' });
  const [essay, stage] = [{ type: 'essays', documentId }, { stage: 'ready' }];
  const { access } = await signIn(api, person);
  const refused = await callTool(api, access, 'review', { ...essay, ...stage });
  expect([refused.status, refused.json.status]).toEqual([200, 403]);
  const publisher = await signIn(api, person, ['read', 'write', 'publish']);
  expect((await callTool(api, publisher.access, 'review', { ...essay, ...stage })).json.document).toMatchObject({
    strapi_stage: { name: 'ready' },
  });
  const drafted = await callTool(api, access, 'update_document', { ...essay, data: { title: 'B' } });
  expect(drafted.isError).not.toBe(true);
  const { json } = await callTool(api, access, 'review', essay);
  expect(json.meta.stage.name).toBe('writing');
});

describe('an agent is another session of its user', () => {
  /** A user with a session of the editor, and an agent. */
  const signInBoth = async () => {
    const auth = ['getSessions', 'revokeSession', 'logout'].map((name) => `plugin::users-permissions.auth.${name}`);
    const name = `both-${randomUUID()}`;
    const user = await addEditorUser(api, name, [...ofPerson.map(({ action }) => action), ...auth]);
    const { headers, body } = await logInToEditor(api, user);
    const cookie = /=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? '';
    expect(cookie).not.toBe('');
    const as = { token: body.jwt as string };
    const tokens = await signIn(api, { documentId: user.documentId, as });
    return { as, cookie, tokens, agent: tokens.refresh.split('.')[0] ?? '', session: cookie.split('.')[0] ?? '' };
  };

  const listSessions = async (as: Call['as']): Promise<readonly string[]> =>
    (await sessionsOf(api, { as: as ?? null })).body.data.map(({ id }: { id: string }) => id);

  it('is in the list after the current session, and does not end with that', async () => {
    const { as, cookie, tokens, session, agent } = await signInBoth();
    expect(await listSessions(as)).toEqual([session, agent]);
    await api.request('POST', '/api/auth/logout', {
      as,
      headers: { ...strict, cookie: `__Host-lectern_editor=${cookie}` },
    });
    expect((await callTool(api, tokens.access, 'list_types')).status).toBe(200);
    expect(await listSessions(as)).toEqual([agent]);
  });

  it('is listed and ended in the editor by a user whose role has no permission of sessions', async () => {
    const { access, refresh: token } = await signIn(api, person);
    const id = token.split('.')[0] ?? '';
    const path = '/api/auth/sessions';
    expect((await api.get(path, { as: person.as })).status).toBe(404);
    expect((await sessionsOf(api, person, 'DELETE', `/${id}`)).status).toBe(200);
    expect((await callTool(api, access, 'list_types')).status).toBe(401);
    const headers = { ...strict, 'sec-fetch-site': 'cross-site' };
    for (const [method, url] of [
      ['GET', path],
      ['DELETE', `${path}/${id}`],
    ] as const)
      expect((await api.request(method, url, { as: person.as, headers })).status).toBe(403);
  });

  it('gets no session for its refresh token, which stays valid', async () => {
    const { tokens } = await signInBoth();
    for (const headers of [{}, { ...strict, cookie: `__Host-lectern_editor=${tokens.refresh}` }]) {
      const body = { refreshToken: tokens.refresh };
      const reply = await api.request('POST', '/api/auth/refresh', { as: null, headers, body });
      expect([reply.status, reply.body?.jwt]).toEqual([expect.not.toBeOneOf([200]), undefined]);
    }
    expect((await refresh(api, tokens.client, tokens.refresh)).status).toBe(200);
  });

  it('has no tokens of the session, which no program ends', async () => {
    const { as, cookie, tokens, session } = await signInBoth();
    expect((await refresh(api, tokens.client, cookie)).body.error).toBe('invalid_grant');
    expect((await exchange(api, { client_id: tokens.client, code: cookie })).body.error).toBe('invalid_grant');
    expect(await listSessions(as)).toContain(session);
  });

  it('has a token of its own: the JWT of the session opens no tools', async () => {
    const { as } = await signInBoth();
    const headers = { accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const reply = await api.request('POST', '/mcp', { as, headers, body });
    expect([reply.status, reply.body.error.message, reply.headers['www-authenticate']]).toEqual([
      401,
      'Sign in as an agent, or send an API token: Authorization: Bearer …',
      expect.stringMatching(/error="invalid_token".*resource_metadata=/),
    ]);
  });

  it('ends with the logout of all sessions', async () => {
    const { as, tokens } = await signInBoth();
    await api.request('POST', '/api/auth/logout', { as, headers: strict, body: { scope: 'all' } });
    expect((await callTool(api, tokens.access, 'list_types')).status).toBe(401);
    expect((await (await grants()).findOne({ _id: tokens.refresh.split('.')[0] ?? '' })) ?? undefined).toBe(undefined);
  });
});

it('without the address of the editor, or a secret, there is no sign-in', async () => {
  const service = api.service();
  const request = toRequest(toLambdaEvent('GET', '/', { headers: {} }, { routeKey: '$default', pathParameters: {} }));
  const { editor } = service.config;
  for (const changed of [{ url: '' }, { enabled: false }]) {
    const without = { ...service, config: { ...service.config, editor: { ...editor, ...changed } } };
    for (const operation of Object.values(oauthOperations))
      await expect((async () => operation(request, without))()).rejects.toMatchObject({ status: 404 });
  }
});
