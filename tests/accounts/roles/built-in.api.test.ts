// The roles of people who work in the editor: what each may do, and what it may not.
import { beforeAll, describe, expect, it } from 'vitest';
import { linkChanges } from '../../../editor/src/form/linkChanges.ts';
import { permissionsIn } from '../../../lib/platform/access/index.ts';
import { builtInRoles, changePermissions, roleOfType, type BuiltInRole } from '../../../lib/accounts/roles/index.ts';
import { createTestToken } from '../../../cli/testing/testUsers.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, type Call, type Reply } from '../../setup/api.ts';
import { addFileRecord, addUser } from '../../setup/accounts.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';

const api = createApi(library);
const roles = '/api/users-permissions/roles';

let count = 0;

/** @returns how to send requests as a new user with this role */
const userOf = async (type: BuiltInRole): Promise<Call> => {
  const service = api.service();
  count += 1;
  const id = await addUser(service, `${type}${count}`, { role: (await roleOfType(service, type)).documentId });
  return { as: { token: await service.access.sessions.issue(id, 3600) } };
};

const idOf = (reply: Reply): string => reply.body.data.documentId as string;

const namesIn = (type: BuiltInRole): readonly string[] => builtInRoles[type].permissions.map(({ action }) => action);

it('a role is created once, even for simultaneous requests', async () => {
  const service = api.service();
  const made = await Promise.all(Array.from({ length: 10 }, () => roleOfType(service, 'authenticated')));
  expect(new Set(made.map(({ documentId }) => documentId)).size).toBe(1);
  expect(await (await service.database.get()).collection('up_roles').countDocuments()).toBe(1);
  expect(made[0]?.published).toMatchObject({ name: 'Authenticated', type: 'authenticated' });
});

it('the roles have only permissions that exist', () => {
  const reviewed = typeFile('page', {}, { options: { draftAndPublish: true, review: ['writing', 'ready'] } });
  const known = permissionsIn({ schema: schemaOf({ 'page.json': reviewed }) });
  const named = (Object.keys(builtInRoles) as BuiltInRole[]).flatMap(namesIn);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

it('the administrator has all permissions but those of visitors', () => {
  const single = [...permissionsIn({ schema: schemaOf({}) })].filter((name) => !namesIn('public').includes(name));
  expect(single.filter((name) => !namesIn('administrator').includes(name))).toEqual([]);
});

describe('all roles', () => {
  it('are listed in the order of their creation, and none can be deleted', async () => {
    const listed = (await api.get(roles)).body.roles as { readonly id: number; readonly type: string }[];
    expect(listed.map(({ type }) => type)).toEqual(Object.keys(builtInRoles));
    for (const { id, type } of listed)
      expect(await api.delete(`${roles}/${id}`)).toMatchObject({
        ...{ status: 400, body: { error: { message: `Cannot delete ${type} role` } } },
      });
  });

  it('show a permission on every content type as such, which a body may send back', async () => {
    const { published } = await roleOfType(api.service(), 'author');
    const url = `${roles}/${String(published?.id)}`;
    const { role } = (await api.get(url)).body;
    const every = role.permissions['api::*'].controllers['*'];
    expect(every.find).toEqual({ enabled: true, policy: '' });
    expect(every.update).toEqual({ enabled: true, policy: '', own: true });
    expect(role.permissions['api::book'].controllers.book.find.enabled).toBe(false);
    const files = role.permissions['plugin::upload'].controllers['content-api'];
    expect(files).toMatchObject({ find: { enabled: true }, upload: { own: true }, destroy: { own: true } });
    expect((await api.request('PUT', url, { body: role })).status).toBe(200);
    expect((await api.get(url)).body.role.permissions).toEqual(role.permissions);
  });

  it('take only own as the condition of uploads', async () => {
    const { published } = await roleOfType(api.service(), 'author');
    const body = (entry: object) => ({
      permissions: { 'plugin::upload': { controllers: { 'content-api': { upload: { enabled: true, ...entry } } } } },
    });
    const url = `${roles}/${String(published?.id)}`;
    const { status, body: refused } = await api.request('PUT', url, { body: body({ filters: { name: 'x' } }) });
    expect(status).toBe(400);
    expect(refused.error.message).toBe('A permission on files takes no filters, only own');
  });
});

describe('a permission on every content type', () => {
  it('takes no filters', async () => {
    const permissions = (entry: object) => ({
      'api::*': { controllers: { '*': { find: { enabled: true, ...entry } } } },
    });
    const send = (name: string, entry: object) =>
      api.request('POST', roles, { body: { name, permissions: permissions(entry) } });
    expect((await send('Own', { own: true })).status).toBe(200);
    const { status, body } = await send('Filtered', { filters: { title: 'x' } });
    expect([status, body.error.details.errors[0].path]).toEqual([
      400,
      ['permissions', 'api::*', 'controllers', '*', 'find', 'filters'],
    ]);
  });

  it('gives way to a permission on one type', async () => {
    const editor = await userOf('editor');
    const { documentId } = await roleOfType(api.service(), 'editor');
    const book = idOf(await api.post('/api/books', { title: 'One' }));
    const shelf = idOf(await api.post('/api/shelves', { name: 'One' }));
    const own = { action: 'api::book.book.update', own: true } as const;
    await changePermissions(api.service(), documentId, (before) => [...before, own]);
    expect((await api.put(`/api/books/${book}`, { title: 'Two' }, editor)).status).toBe(403);
    expect((await api.put(`/api/shelves/${shelf}`, { name: 'Two' }, editor)).status).toBe(200);
    await changePermissions(api.service(), documentId, (before) => before.filter((one) => one.action !== own.action));
    expect((await api.put(`/api/books/${book}`, { title: 'Two' }, editor)).status).toBe(200);
  });

  it('is one of custom tokens too', async () => {
    const as = { token: await createTestToken(api.service(), { permissions: ['*.find', '*.update'] }) };
    expect((await api.get('/api/books?status=draft', { as })).status).toBe(200);
    expect((await api.get('/api/home', { as })).status).toBe(404);
    expect((await api.post('/api/books', { title: 'One' }, { as })).status).toBe(403);
  });
});

it('an editor writes, publishes and deletes documents of others, of every type', async () => {
  const editor = await userOf('editor');
  const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Of a token' }))}`;
  expect((await api.put(url, { title: 'Edited' }, editor)).status).toBe(200);
  expect((await api.request('POST', `${url}/actions/publish`, editor)).status).toBe(200);
  const draft = await api.get(`${url}?status=draft`, editor);
  expect([draft.status, draft.body]).toMatchObject([200, { data: { title: 'Edited' } }]);
  expect((await api.delete(url, editor)).status).toBe(204);
  expect((await api.put('/api/home', { title: 'Home' }, editor)).status).toBe(200);
  expect((await api.get('/api/upload/files', editor)).status).toBe(200);
  expect((await api.get('/api/i18n/locales', editor)).status).toBe(200);
  expect((await api.get('/api/users/me', editor)).status).toBe(200);
});

describe('an author', () => {
  let author: Call;
  let other: Call;
  beforeAll(async () => {
    author = await userOf('author');
    other = await userOf('author');
  });

  it('writes, publishes and deletes their own documents', async () => {
    const url = `/api/books/${idOf(await api.post('/api/books', { title: 'Mine' }, author))}`;
    expect((await api.put(url, { title: 'Mine, edited' }, author)).status).toBe(200);
    expect((await api.get(`${url}?status=draft`, author)).body.data.title).toBe('Mine, edited');
    expect((await api.request('POST', `${url}/actions/publish`, author)).status).toBe(200);
    expect((await api.get(url, other)).body.data.title).toBe('Mine, edited');
    expect((await api.delete(url, author)).status).toBe(204);
  });

  it('neither reads the drafts of others nor writes their documents', async () => {
    const draft = { title: 'A secret draft' };
    const url = `/api/books/${idOf(await api.request('POST', '/api/books?status=draft', { ...other, body: { data: draft } }))}`;
    expect((await api.get(url, author)).status).toBe(404);
    expect((await api.get(`${url}?status=draft`, author)).status).toBe(404);
    const list = await api.get('/api/books?status=draft&filters[title][$contains]=secret', author);
    expect([list.body.data, list.body.meta.pagination.total]).toEqual([[], 0]);
    expect((await api.put(url, { title: 'Taken' }, author)).status).toBe(404);
    expect((await api.request('POST', `${url}/actions/publish`, author)).status).toBe(404);
    expect((await api.delete(url, author)).status).toBe(204);
    expect((await api.get(`${url}?status=draft`, other)).body.data.title).toBe('A secret draft');
    await api.request('POST', `${url}/actions/publish`, other);
    for (const send of [
      () => api.put(url, { title: 'Taken' }, author),
      () => api.request('POST', `${url}/actions/publish`, author),
      () => api.request('POST', `${url}/actions/unpublish`, author),
      () => api.request('POST', `${url}/actions/discard-draft`, author),
      () => api.delete(url, author),
    ])
      expect((await send()).status).toBe(403);
    expect((await api.get(url, author)).body.data.title).toBe('A secret draft');
  });

  it('relates their documents to published ones of others', async () => {
    const shelf = idOf(await api.post('/api/shelves', { name: 'Of all' }, other));
    const created = await api.post('/api/books?status=draft&populate=shelf', { title: 'Placed', shelf }, author);
    expect([created.status, created.body.data.shelf?.name]).toEqual([201, 'Of all']);
  });

  it.each([
    ['books', 'authors', 'title', 'name'],
    ['authors', 'books', 'name', 'title'],
  ])(
    'changes a relation of %s in the editor and keeps hidden drafts of others',
    async (type, relation, title, label) => {
      const create = async (types: string, data: object, call: Call) =>
        idOf(await api.request('POST', `/api/${types}?status=draft`, { ...call, body: { data } }));
      const add = (name: string, call: Call) => create(relation, { [label]: name }, call);
      const [first, second, third] = [await add('a', author), await add('b', author), await add('c', author)];
      const hidden = await add('hidden', other);
      const url = `/api/${type}/${await create(type, { [title]: 'Mine' }, author)}?status=draft&populate=${relation}`;
      expect((await api.put(url, { [relation]: [first, hidden, second] })).status).toBe(200);
      const linked = async (call?: Call): Promise<readonly string[]> =>
        (await api.get(url, call)).body.data[relation].map(({ documentId }: { documentId: string }) => documentId);
      const linksTo = (ids: readonly string[]) => ids.map((documentId) => ({ uid: '', documentId, label: '' }));
      const before = await linked(author);
      expect(before).toEqual([first, second]);
      const after = [second, third, first];
      const attribute = { type: 'relation', relation: 'manyToMany' } as const;
      const change = linkChanges(attribute, linksTo(before), linksTo(after));
      expect((await api.put(url, { [relation]: change }, author)).status).toBe(200);
      expect(await linked(author)).toEqual(after);
      expect(await linked()).toContain(hidden);
      expect((await api.put(url, { [relation]: linkChanges(attribute, linksTo(after), []) }, author)).status).toBe(200);
      expect(await linked()).toEqual([hidden]);
    },
  );

  it('reads the library and deletes nothing in it', async () => {
    const { id } = await addFileRecord(api.service(), 'picture.txt');
    expect((await api.get(`/api/upload/files/${id}`, author)).status).toBe(200);
    expect((await api.delete(`/api/upload/files/${id}`, author)).status).toBe(403);
  });
});

it.each(['editor', 'author'] as const)('neither an editor nor an author administers: %s', (type) => {
  const administers = /^(?:admin::|plugin::users-permissions\.(?:user|role|permissions)\.|plugin::i18n\.locale\.)/;
  const own = ['plugin::users-permissions.user.me', 'plugin::i18n.locale.find'];
  expect(namesIn(type).filter((name) => administers.test(name) && !own.includes(name))).toEqual([]);
});
