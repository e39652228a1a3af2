// Agents sign in for a person with the code of the SDK's clients, and may do less than the person.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { collections } from '../../../lib/platform/db/index.ts';
import type { Member } from '../../setup/accounts.ts';
import { createApi } from '../../setup/api.ts';
import { agentClients, memoryProvider } from '../agentClients.ts';
import { callTool } from '../callTool.ts';
import {
  addPerson,
  comeBack,
  config,
  consent,
  ofDrafter,
  ofPerson,
  origin,
  redirectUri,
  refresh,
  register,
  requestOf,
  schema,
  sessionsOf,
  signIn,
} from './site.ts';

const api = createApi(schema, config);

let person: Member;
beforeAll(async () => {
  person = await addPerson(api);
});

afterEach(() => {
  vi.useRealTimers();
});

const later = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
};

const minuteMs = 60_000;

describe.each(Object.entries(agentClients))("the SDK's client %s", (name, { connect, finishSignIn }) => {
  it('signs in, writes a draft as its user, and does not publish', async () => {
    const memory = memoryProvider();
    await expect(connect(api, memory.provider)).rejects.toThrow(/Unauthorized/);
    const page = memory.page();
    expect(page.origin + page.pathname).toBe(`${origin}/editor/authorize`);
    expect(page.searchParams.get('scope')).toBe('read write');
    await finishSignIn(comeBack(await consent(api, person.as, page.search.slice(1))), api, memory.provider);
    const agent = await connect(api, memory.provider);
    const args = { type: 'articles', data: { title: `By ${name}` } };
    const { document } = (await agent.call('create_document', args)).json;
    const place = { type: 'articles', documentId: document.documentId };
    expect((await agent.call('document_history', place)).json).toMatchObject({
      items: [{ via: 'agent', updatedBy: { type: 'user', documentId: person.documentId } }],
    });
    const { json: refused } = await agent.call('publish_document', { ...place, action: 'publish' });
    expect(refused).toMatchObject({ status: 403, advice: expect.stringMatching(/not allowed .* connect it again/) });
  });

  it('refreshes its tokens by itself', async () => {
    const memory = memoryProvider();
    await expect(connect(api, memory.provider)).rejects.toThrow();
    const parameters = comeBack(await consent(api, person.as, memory.page().search.slice(1)));
    await finishSignIn(parameters, api, memory.provider);
    const agent = await connect(api, memory.provider);
    const first = memory.tokens();
    later(11 * minuteMs);
    expect((await agent.call('list_types')).json).toMatchObject({ items: expect.any(Array) });
    expect(memory.tokens()).not.toEqual(first);
  });
});

it('the metadata say where to sign in', async () => {
  const { body, headers } = await api.get('/.well-known/oauth-protected-resource/mcp', { as: null });
  expect(body).toMatchObject({
    resource: `${origin}/mcp`,
    authorization_servers: [origin],
    scopes_supported: ['read', 'write'],
  });
  expect(String(headers['content-type'])).toContain('application/json');
  expect((await api.get('/.well-known/oauth-protected-resource', { as: null })).body).toEqual(body);
  const server = (await api.get('/.well-known/oauth-authorization-server', { as: null })).body;
  expect(server).toMatchObject({
    ...{ issuer: origin, authorization_endpoint: `${origin}/editor/authorize` },
    ...{ code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true },
  });
  const { status, headers: refused } = await api.request('POST', '/mcp', { as: null, body: {} });
  expect([status, refused['www-authenticate']]).toEqual([
    401,
    `Bearer scope="read write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  ]);
  expect(refused['access-control-expose-headers']).toContain('WWW-Authenticate');
});

describe('the page of the editor', () => {
  it('learns who asks for what, and what the role of the user may', async () => {
    const client = await register(api, { client_name: 'Notes', redirect_uris: ['com.example.notes:/back'] });
    const query = requestOf(client, { redirect_uri: 'com.example.notes:/back', scope: 'read publish openid' });
    const reader = await addPerson(api, ofDrafter);
    const { body } = await api.get(`/api/agents/authorization?${query}`, { as: reader.as });
    expect(body.data).toEqual({
      client: { name: 'Notes', url: null },
      ...{ redirectHost: 'com.example.notes', isLocal: true },
      scopes: [
        { name: 'read', requested: true, possible: true },
        { name: 'write', requested: false, possible: true },
        { name: 'publish', requested: true, possible: false },
      ],
    });
  });

  it.each([undefined, 'openid offline_access'])(
    'proposes to read and to write drafts for the scope %s',
    async (scope) => {
      const query = requestOf(await register(api), { scope });
      const { scopes } = (await api.get(`/api/agents/authorization?${query}`, person)).body.data;
      expect(scopes.map(({ requested }: { requested: boolean }) => requested)).toEqual([true, true, false]);
    },
  );

  it.each([
    [redirectUri, '127.0.0.1:4711', true],
    ['http://localhost:1/x', 'localhost:1', true],
    ['https://notes.example.org/back', 'notes.example.org', false],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor', true],
    ['vscode://back', 'vscode', true],
    ['vscode-insiders://back', 'vscode-insiders', true],
    ['windsurf://back', 'windsurf', true],
    // The text after a scheme is no host.
    ['com.evil.app://notes.example.org/back', 'com.evil.app', true],
  ])('says that %s leads to %s', async (uri, redirectHost, isLocal) => {
    const client = await register(api, { redirect_uris: [uri] });
    const { body } = await api.get(`/api/agents/authorization?${requestOf(client, { redirect_uri: uri })}`, person);
    expect(body.data).toMatchObject({ redirectHost, isLocal });
    const { redirect } = (await consent(api, person.as, requestOf(client, { redirect_uri: uri }))).body.data;
    expect(redirect).toMatch(new RegExp(`^${uri}\\?code=`));
  });

  it('sends the browser back with the state and the issuer, also if the user denies', async () => {
    const query = requestOf(await register(api, { redirect_uris: [`${redirectUri}?tab=1`] }), {
      redirect_uri: `${redirectUri}?tab=1`,
    });
    const allowed = comeBack(await consent(api, person.as, query));
    expect([...allowed.keys()]).toEqual(['tab', 'code', 'state', 'iss']);
    expect([allowed.get('state'), allowed.get('iss')]).toEqual(['its state', origin]);
    const denied = comeBack(await consent(api, person.as, query, { deny: true }));
    expect(Object.fromEntries(denied)).toEqual({ tab: '1', error: 'access_denied', state: 'its state', iss: origin });
  });

  it('lists the agents of the user among the sessions, and ends one with its tokens', async () => {
    const owner = await addPerson(api);
    const { access, refresh: token, client } = await signIn(api, owner);
    // One that has a code, but no tokens, has no access.
    await consent(api, owner.as, requestOf(client));
    const { data } = (await sessionsOf(api, owner)).body;
    expect(data).toEqual([
      {
        ...{ id: expect.any(String), deviceId: null, current: false },
        ...{ agent: { name: 'Coding assistant', scopes: ['read', 'write'] } },
        ...{ loginAt: expect.any(String), lastActiveAt: expect.any(String) },
      },
    ]);
    const path = `/${data[0].id}`;
    expect((await sessionsOf(api, person)).body.data.map(({ id }: { id: string }) => id)).not.toContain(data[0].id);
    expect((await sessionsOf(api, person, 'DELETE', path)).status).toBe(404);
    expect((await callTool(api, access, 'list_types')).status).toBe(200);
    expect((await sessionsOf(api, owner, 'DELETE', path)).status).toBe(200);
    expect((await callTool(api, access, 'list_types')).status).toBe(401);
    expect((await refresh(api, client, token)).body.error).toBe('invalid_grant');
    expect((await sessionsOf(api, owner)).body.data).toEqual([]);
  });
});

it('a site may have documents of a type `agents`', async () => {
  const documentId = await api.create('/api/agents', { title: 'Smith' });
  expect((await api.get(`/api/agents/${documentId}`)).body.data.title).toBe('Smith');
  expect((await api.request('PUT', '/api/agents/authorization', { body: { data: {} } })).status).toBe(404);
});

/** A tool, its arguments, and the scopes with which it succeeds. */
const tools: readonly (readonly [name: string, args: object, scopes: readonly string[]])[] = [
  ['list_documents', { type: 'articles' }, ['read']],
  ['create_document', { type: 'articles', data: { title: 'A' } }, ['write']],
  // Public at once.
  ['create_document', { type: 'notices', data: { title: 'A' } }, ['write', 'publish']],
];

describe.each([[['read']], [['write']], [['publish']], [['read', 'write']], [['read', 'write', 'publish']]])(
  'an agent with %o',
  (scopes) => {
    it.each(tools)('calls %s with %o as its scopes permit', async (name, args, needed) => {
      const { access } = await signIn(api, person, scopes);
      const { status, isError, json } = await callTool(api, access, name, args);
      const isAllowed = needed.every((scope) => scopes.includes(scope));
      expect([status, isError]).toEqual([200, !isAllowed]);
      // Of a type on which it has no permission, an agent does not know.
      if (!isAllowed) expect([400, 403]).toContain(json.status);
      expect(json.advice !== undefined).toBe(json.status === 403);
    });
  },
);

it('two agents of a user do not repeat each other', async () => {
  const person = await addPerson(api);
  const created = [];
  for (const { access } of [await signIn(api, person), await signIn(api, person)]) {
    const call = () =>
      callTool(api, access, 'create_document', { type: 'articles', data: { title: 'The same' } }, { id: 'message 1' });
    created.push((await call()).json.document.documentId, (await call()).json.document.documentId);
  }
  const [first, again, second, secondAgain] = created;
  expect([again === first, secondAgain === second, second === first]).toEqual([true, true, false]);
});

it('an agent has the conditions of its user, and no permission beside those of content', async () => {
  const own = await addPerson(
    api,
    ofPerson.map((one) => (one.action.startsWith('api::article') ? { ...one, own: true } : one)),
  );
  const other = await api.create('/api/articles?status=draft', { title: 'Of another' });
  const { access } = await signIn(api, own, ['read', 'write', 'publish']);
  const place = { type: 'articles', documentId: other };
  expect((await callTool(api, access, 'read_document', place)).json.status).toBe(404);
  const { json } = await callTool(api, access, 'list_types');
  expect(json.items.map(({ type, may }: { type: string; may: string }) => [type, may])).toEqual([
    ['articles', 'find, create, update, publish'],
    ['essays', 'find, create, update, publish'],
    ['notices', 'find, create, update, publish'],
  ]);
});

it('a grant, its end and its misuse are in the audit log', async () => {
  const owner = await addPerson(api);
  const { client, refresh: token } = await signIn(api, owner);
  await refresh(api, client, 'nobody.nothing');
  await sessionsOf(api, owner, 'DELETE', `/${token.split('.')[0] ?? ''}`);
  const again = await signIn(api, owner);
  later(20_000);
  const next = (await refresh(api, again.client, again.refresh)).body.refresh_token;
  later(20_000);
  expect((await refresh(api, again.client, again.refresh)).status).toBe(400);
  expect((await refresh(api, again.client, next)).status).toBe(400);
  const rows = await (
    await api.collection(collections.audit)
  )
    .find({ action: /^agent/ })
    .sort({ _id: -1 })
    .limit(4)
    .toArray();
  expect(rows.reverse().map(({ action, actor, target }) => [action, actor, target.name])).toEqual([
    ['agent.connect', owner.documentId, 'Coding assistant'],
    ['agent.disconnect', owner.documentId, 'Coding assistant'],
    ['agent.connect', owner.documentId, 'Coding assistant'],
    ['agent.misuse', 'public', 'Coding assistant'],
  ]);
});
