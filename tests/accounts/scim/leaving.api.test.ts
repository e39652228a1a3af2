// Leaving the company ends access: whatever lets a user in stops when SCIM deactivates, replaces or deletes the user.
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loginTestUser } from '../../../cli/testing/testUsers.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { editorPermissionNames } from '../../../lib/platform/editorPermissions.ts';
import { collections } from '../../../lib/platform/db/index.ts';
import { builtInUids } from '../../../lib/schema/index.ts';
import { LiveStreams } from '../../../lib/server/live/liveStreams.ts';
import { documentsFor } from '../../../lib/write/operations/index.ts';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { library } from '../../write/documents/library.ts';
import {
  addEditorUser,
  administration,
  challengeOf,
  codeOf,
  logInToEditor,
  setUpApp,
  strict,
  takeStep,
  type AppUser,
} from '../factors/editorUser.ts';
import { SoftAuthenticator } from '../factors/softAuthenticator.ts';

const api = createApi(library, {
  ...testConfig,
  editor: { ...testConfig.editor, url: 'https://cms.example.org/editor/' },
  scim: { groups: {}, defaultRole: 'authenticated' },
});
const books = 'api::book.book';
const permissions = [
  ...administration,
  ...['find', 'findOne', 'update'].map((action) => `${books}.${action}`),
  ...editorPermissionNames,
];

const streams = new LiveStreams(api.service(), undefined, { pollMs: 100, heartbeatMs: 60_000 });
const server = createServer((request, response) => {
  void streams.serve(request, response, 1_000);
});

let book = '';
beforeAll(async () => {
  // Time moves only when a test says so: no step of codes ends while it runs.
  vi.useFakeTimers({ toFake: ['Date'] });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  book = await api.create('/api/books?status=draft', { title: 'Secret' });
});
afterAll(() => {
  vi.useRealTimers();
  streams.close();
  server.closeAllConnections();
  server.close();
});

const cookieIn = ({ headers }: Reply, name: string): string => {
  const [cookie] = new RegExp(`${name}=[^;]+`).exec([headers['set-cookie']].flat().join('; ')) ?? [];
  if (cookie === undefined) throw new Error(`no cookie ${name}`);
  return cookie;
};

const openStream = async (token: string): Promise<IncomingMessage> => {
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const request = get({ port, host: '127.0.0.1', path: `/api/live?tags=${book}`, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => undefined).resume();
};

interface Editor extends AppUser {
  readonly authenticator: SoftAuthenticator;
  /** The header of a remembered browser. */
  readonly browser: { readonly cookie: string };
  readonly session: { readonly jwt: string; readonly cookie: string };
}

let editors = 0;

/** A user with everything that lets somebody in. */
const addEditor = async (): Promise<Editor> => {
  const user = await setUpApp(api, await addEditorUser(api, `editor${(editors += 1)}`, permissions));
  const authenticator = new SoftAuthenticator();
  const { options, challenge } = (await takeStep(api, 'set-up-passkey', {}, user.jwt)).body.data;
  const passkey = authenticator.create(options);
  const added = await takeStep(api, 'confirm-passkey', { challenge, passkey, name: 'Laptop' }, user.jwt);
  expect(added.status).toBe(200);
  const browser = { cookie: cookieIn(await takeStep(api, 'remember', {}, user.jwt), '__Host-lectern_device') };
  const login = await logInToEditor(api, user, browser);
  const session = { jwt: login.body.jwt as string, cookie: cookieIn(login, '__Host-lectern_editor') };
  vi.setSystemTime(Date.now() + 2_000);
  return { ...user, authenticator, browser, session };
};

const logInWithPasskey = async ({ authenticator }: Editor): Promise<Reply> => {
  const { options, challenge } = (await takeStep(api, 'request-passkey')).body.data;
  return takeStep(api, 'verify', { challenge, passkey: authenticator.get(options) });
};

const ofSession = async ({ session: { jwt, cookie } }: Editor): Promise<readonly number[]> => {
  const refresh = { as: null, body: {}, headers: { ...strict, cookie } };
  return [
    (await api.get('/api/books', { as: { token: jwt } })).status,
    (await api.request('POST', '/api/auth/refresh', refresh)).status,
  ];
};

const send = async (method: string, { documentId }: Editor, body?: object): Promise<Reply> => {
  const reply = await api.request(method, `/scim/v2/Users/${documentId}`, { as: { token: secrets.scim }, body });
  expect([200, 204]).toContain(reply.status);
  return reply;
};
const setActive = (editor: Editor, active: boolean) =>
  send('PATCH', editor, { Operations: [{ op: 'replace', value: { active } }] });

describe.each([
  ['a PATCH', (editor: Editor) => setActive(editor, false)],
  [
    'a PUT',
    (editor: Editor) =>
      send('PUT', editor, { userName: editor.name, emails: [{ value: `${editor.name}@example.org` }], active: false }),
  ],
  ['a deletion', (editor: Editor) => send('DELETE', editor)],
])('leaving by %s', (_, leave) => {
  it('ends sessions, JWTs and streams, and logins that have begun', async () => {
    const editor = await addEditor();
    expect(await ofSession(editor)).toEqual([200, 200]);
    const stream = await openStream(editor.session.jwt);
    const challenge = await challengeOf(api, editor);
    await leave(editor);
    expect(await ofSession(editor)).toEqual([401, 401]);
    const code = codeOf(api, editor.secret, 1);
    expect((await takeStep(api, 'verify', { challenge, code })).status).toBe(400);
    // A stream keeps its caller for ten seconds.
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
    await waitFor(() => {
      expect(stream.complete).toBe(true);
    });
  });

  it('lets nobody in with a link, a password, a remembered browser or a passkey', async () => {
    const editor = await addEditor();
    expect((await logInWithPasskey(editor)).status).toBe(200);
    const admin = { token: (await loginTestUser(api.service(), { role: 'administrator' })).jwt };
    const { body } = await api.request('POST', `/api/users/${editor.documentId}/password-link`, { as: admin });
    const code = String(body.data.url).split('code=')[1];
    await leave(editor);
    const reset = { code, password: 'a quiet room', passwordConfirmation: 'a quiet room' };
    const logins = [
      await api.request('POST', '/api/auth/reset-password', { as: null, body: reset, headers: strict }),
      await logInToEditor(api, editor),
      await logInToEditor(api, editor, editor.browser),
      await logInWithPasskey(editor),
    ];
    expect(logins.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe('a user who has left', () => {
  it('needs the second factor after returning, and keeps the passkey', async () => {
    const editor = await addEditor();
    await setActive(editor, false);
    await setActive(editor, true);
    expect(await ofSession(editor)).toEqual([401, 401]);
    expect((await logInToEditor(api, editor, editor.browser)).status).toBe(403);
    expect((await logInWithPasskey(editor)).status).toBe(200);
  });

  it.each<[string, (editor: Editor) => Promise<unknown>]>([
    ['SCIM', (editor) => send('DELETE', editor)],
    ['the API of users', ({ documentId }) => api.delete(`/api/users/${documentId}`)],
    [
      'project code',
      ({ documentId }) => documentsFor(api.service(), administrator).asSystem.delete(builtInUids.user, documentId),
    ],
  ])('leaves nothing behind when deleted by %s', async (_, remove) => {
    const editor = await addEditor();
    const { documentId } = editor;
    const db = await api.service().database.get();
    await send('PATCH', editor, { Operations: [{ op: 'add', path: 'externalId', value: `entra-${documentId}` }] });
    const scim = { as: { token: secrets.scim }, body: { displayName: editor.name, members: [{ value: documentId }] } };
    expect((await api.request('POST', '/scim/v2/Groups', scim)).status).toBe(201);
    await db.collection(collections.identities).insertOne({ user: documentId });
    const list = { as: { token: editor.session.jwt }, body: { data: { type: books, name: 'Mine', search: {} } } };
    expect((await api.request('POST', '/api/editor/list-views', list)).status).toBe(201);
    const collectionsOfUser = async (): Promise<readonly string[]> => {
      const names: string[] = [];
      for (const collection of await db.collections())
        if (JSON.stringify(await collection.find().toArray()).includes(documentId))
          names.push(collection.collectionName);
      return names.sort();
    };
    const kept = [collections.audit, 'up_users'];
    const { factors, identities, knownDevices, listViews, scimGroups, scimUsers, sessions } = collections;
    const deleted = [factors, identities, knownDevices, listViews, scimGroups, scimUsers, sessions];
    expect(await collectionsOfUser()).toEqual([...kept, ...deleted].sort());
    await remove(editor);
    expect(await collectionsOfUser()).toEqual(kept);
    expect(await db.collection('up_users').findOne({ documentId })).not.toHaveProperty('_factors');
  });

  it('made API tokens and preview links, which belong to the site and stay', async () => {
    const editor = await addEditor();
    const as = { token: editor.jwt };
    const made = await api.request('POST', '/admin/api-tokens', { as, body: { name: 'pages', type: 'read-only' } });
    const link = await api.request('POST', `/api/books/${book}/actions/preview-link`, { as });
    expect([made.status, link.status]).toEqual([201, 200]);
    await setActive(editor, false);
    const preview = `/api/books/${book}?status=draft&preview=${link.body.data.token}`;
    expect((await api.get(preview, { as: null })).status).toBe(200);
    expect((await api.get('/api/books', { as: { token: made.body.data.accessKey } })).status).toBe(200);
  });
});
