// Every way to write a document runs its hooks exactly once.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { schemaOf, typeFile, withDrafts, localized } from '../../setup/schema.ts';
import { createUploadApi } from '../../setup/uploads.ts';
import { logIn, registerUser } from '../../setup/users.ts';
import { seed } from '../../../cli/seed/index.ts';
import { recordingExtension, takeCalls } from './recorder.ts';

const type = (singularName: string, more: object, attributes: object) =>
  typeFile(singularName, { title: { type: 'string', ...localized }, ...attributes }, { ...withDrafts, ...more });

const schema = schemaOf({
  'page.json': type('page', localized, {
    shared: { type: 'integer' },
    links: { type: 'relation', relation: 'manyToMany', target: 'api::note.note', mappedBy: 'pages' },
    image: { type: 'media', ...localized },
  }),
  'note.json': type(
    'note',
    {},
    {
      code: { type: 'uid', targetField: 'title' },
      pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page', inversedBy: 'links' },
    },
  ),
  'home.json': type('home', { kind: 'singleType' }, {}),
});

const calls: string[] = [];
const api = createUploadApi(schema, {}, [
  recordingExtension(
    {
      'api::page.page': 'title',
      'api::note.note': 'title',
      'api::home.home': 'title',
      'plugin::users-permissions.user': 'username',
      'plugin::upload.file': 'name',
    },
    calls,
  ),
]);

beforeAll(async () => {
  await api.request('POST', '/api/i18n/locales', { body: { code: 'fr', name: 'French' } });
});

afterEach(() => {
  calls.length = 0;
});

const act = (path: string, action: string, query = '') => api.request('POST', `${path}/actions/${action}${query}`);

describe('requests', () => {
  it('that create, update, publish and delete a document', async () => {
    const note = await api.create('/api/notes?status=draft', { title: 'a' });
    await api.put(`/api/notes/${note}?status=draft`, { title: 'b' });
    await act(`/api/notes/${note}`, 'publish');
    await api.put(`/api/notes/${note}`, { title: 'c' });
    await api.put(`/api/notes/${note}?status=draft`, { title: 'd' });
    await act(`/api/notes/${note}`, 'discard-draft');
    await act(`/api/notes/${note}`, 'unpublish');
    await api.delete(`/api/notes/${note}`);
    expect(takeCalls(calls)).toEqual([
      'create draft - token: a',
      'update draft - token: a > b',
      'publish published - token: b',
      'update published - token: b > c',
      'update draft - token: c > d',
      'discard draft - token: d > c',
      'delete - token: c',
    ]);
  });

  it('on a single type', async () => {
    await api.put('/api/home', { title: 'a' });
    await api.put('/api/home?status=draft', { title: 'b' });
    await act('/api/home', 'publish');
    await api.delete('/api/home');
    expect(takeCalls(calls)).toEqual([
      'create published - token: a',
      'update draft - token: a > b',
      'publish published - token: a > b',
      'delete - token: b',
    ]);
  });

  it('on locales: once for each that is written, and not for those that follow', async () => {
    const page = await api.create('/api/pages?status=draft', { title: 'en', shared: 1 });
    await api.put(`/api/pages/${page}?locale=fr&status=draft`, { title: 'fr' });
    await api.put(`/api/pages/${page}?status=draft`, { shared: 2 });
    await act(`/api/pages/${page}`, 'publish', '?locale=*');
    await act(`/api/pages/${page}`, 'discard-draft', '?locale=*');
    await api.delete(`/api/pages/${page}?locale=fr`);
    await api.put(`/api/pages/${page}?locale=fr`, { title: 'fr again' });
    await api.delete(`/api/pages/${page}?locale=*`);
    expect(takeCalls(calls)).toEqual([
      'create draft en token: en',
      'create draft fr token: fr',
      'update draft en token: en > en',
      'publish published en token: en',
      'publish published fr token: fr',
      'discard draft en token: en > en',
      'discard draft fr token: fr > fr',
      'delete fr token: fr',
      'create published fr token: fr again',
      'delete en token: en',
      'delete fr token: fr again',
    ]);
  });

  it('that write links of other documents: not for those', async () => {
    const note = await api.create('/api/notes', { title: 'note' });
    const page = await api.create('/api/pages', { title: 'page' });
    calls.length = 0;
    await api.put(`/api/pages/${page}`, { links: [note] });
    expect(takeCalls(calls)).toEqual(['update published en token: page > page']);
    expect((await api.get(`/api/notes/${note}?populate=pages`)).body.data.pages).toHaveLength(1);
  });

  it.each([true, false])('with many entries, atomic: %s', async (atomic) => {
    const entries = (data: readonly object[]) =>
      api.request('POST', '/api/notes/actions/bulk', { body: { data, atomic } });
    const { body } = await entries([
      { create: { data: { title: 'same' } } },
      { create: { data: { title: 'same' } } },
      { create: { data: { title: 'third' } } },
    ]);
    const [first, second, third] = body.data.map(({ data }: { data: { documentId: string } }) => data.documentId);
    const codes = body.data.map(({ data }: { data: { code: string } }) => data.code);
    expect(new Set(codes).size).toBe(3);
    await entries([
      { update: { documentId: first, data: { title: 'b' } } },
      { publish: { documentId: second } },
      { unpublish: { documentId: third } },
      { delete: { documentId: third } },
    ]);
    expect(takeCalls(calls)).toEqual([
      'create published - token: same',
      'create published - token: same',
      'create published - token: third',
      'update published - token: same > b',
      'publish published - token: same > same',
      'delete - token: third',
    ]);
  });

  it('that are repeated with an Idempotency-Key: once in total', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const [one, two] = [
      await api.post('/api/notes', { title: 'once' }, { headers }),
      await api.post('/api/notes', { title: 'once' }, { headers }),
    ];
    expect(two.body.data.documentId).toBe(one.body.data.documentId);
    expect(takeCalls(calls)).toEqual(['create published - token: once']);
  });

  it('that only read, preview or are refused: none', async () => {
    const note = await api.create('/api/notes', { title: 'note' });
    calls.length = 0;
    await api.get(`/api/notes/${note}`);
    await act(`/api/notes/${note}`, 'preview-link');
    await api.put(`/api/notes/${note}`, { title: 1 });
    await api.put(`/api/notes/nobody`, { title: 'x' });
    await api.put(`/api/notes/${note}`, { title: 'x' }, { as: 'read-only' });
    await api.put(`/api/notes/${note}`, { title: 'x' }, { headers: { 'If-Match': '"99"' } });
    expect(takeCalls(calls)).toEqual([]);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('files that are uploaded, attached, changed, replaced and deleted', async () => {
  const page = await api.create('/api/pages?status=draft', { title: 'page' });
  calls.length = 0;
  const { body, status } = await api.send([['a.png', png]], { ref: 'api::page.page', refId: page, field: 'image' });
  expect(status).toBe(201);
  const [{ id }] = body;
  await api.send([], { fileInfo: { name: 'b.png' } }, `?id=${id}`);
  await api.send([['c.png', png]], {}, `?id=${id}`);
  await api.delete(`/api/upload/files/${id}`);
  expect(takeCalls(calls)).toEqual([
    'create published - token: a.png',
    'update draft en token: page > page',
    'update published - token: a.png > b.png',
    'update published - token: b.png > c.png',
    'delete - token: c.png',
  ]);
});

it('users that are registered, created, changed and deleted', async () => {
  const ada = await registerUser(api, 'ada');
  const made = await api.request('POST', '/api/users', {
    body: { username: 'ben', email: 'ben@example.org', password: 'correct horse' },
  });
  expect(made.status).toBe(201);
  const { id } = made.body;
  expect((await api.request('PUT', `/api/users/${id}`, { body: { username: 'benny' } })).status).toBe(200);
  expect((await api.request('DELETE', `/api/users/${id}`)).status).toBe(200);
  expect(takeCalls(calls)).toEqual([
    'create published - public: ada',
    'create published - token: ben',
    'update published - token: ben > benny',
    'delete - token: benny',
  ]);
  const body = { currentPassword: 'correct horse', password: 'other horse', passwordConfirmation: 'other horse' };
  expect((await api.request('POST', '/api/auth/change-password', { body, as: ada.as })).status).toBe(200);
  expect(takeCalls(calls)).toEqual(['update published - system: ada > ada']);
  expect((await logIn(api, 'ada', 'other horse')).status).toBe(200);
  expect(takeCalls(calls)).toEqual([]);
});

it('commands that seed', async () => {
  await seed(
    api.service(),
    {
      notes: [{ title: 'a' }, { title: 'b' }],
      pages: [{ title: 'p', localizations: { fr: { title: 'q' } } }],
      home: { title: 'h' },
    },
    () => undefined,
  );
  expect([...takeCalls(calls)].sort()).toEqual([
    'create published - system: a',
    'create published - system: b',
    'create published - system: h',
    'create published en system: p',
    'create published fr system: q',
  ]);
});
