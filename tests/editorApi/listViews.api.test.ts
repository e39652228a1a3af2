// /api/editor/list-views: lists that users save, for themselves or for roles.
import { describe, expect, it } from 'vitest';
import type { Permission } from '../../lib/platform/access/index.ts';
import { createApi, schemaOf, type Call } from '../setup/api.ts';
import { addEditor, addUser, type Member } from '../setup/accounts.ts';

const type = (singularName: string, more: object = {}): string =>
  JSON.stringify({
    ...{ kind: 'collectionType', options: { draftAndPublish: true }, attributes: { title: { type: 'string' } } },
    info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
    ...more,
  });

const schema = schemaOf({
  'note.json': type('note'),
  'task.json': type('task'),
  'home.json': type('home', { kind: 'singleType' }),
});

const api = createApi(schema);
const url = '/api/editor/list-views';
const note = 'api::note.note';
const task = 'api::task.task';
const reading: readonly Permission[] = [{ action: `${note}.find` }];
const editing: readonly Permission[] = [...reading, { action: `${note}.update` }];
const editRoles: Permission = { action: 'plugin::users-permissions.role.updateRole' };

type As = Exclude<Call['as'], undefined>;
const member = (permissions = editing): Promise<Member> => addEditor(api.service(), permissions);
/** Another user of the same role. */
const colleague = async ({ documentId }: Member): Promise<Member> => {
  const { body } = await api.get(`/api/users/${documentId}?populate=role`);
  const username = `c${documentId}`;
  const id = await addUser(api.service(), username, { role: body.role.documentId });
  const found = await api.get(`/api/users?filters[username]=${username}`);
  return { documentId: found.body[0].documentId, as: { token: await api.service().access.sessions.issue(id, 3600) } };
};
const roleOf = async ({ as }: Member): Promise<string> =>
  (await api.get('/api/editor', { as })).body.data.user.role.type;

const view = (more: object = {}) => ({ name: 'Mine', type: note, search: { sort: 'title:desc' }, ...more });
const save = async ({ as }: Member, more: object = {}): Promise<string> => {
  const { status, body } = await api.post(url, view(more), { as });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
};
const read = (as: As, of = note) => api.get(`${url}?type=${of}`, { as });
const namesFor = async ({ as }: Member, of = note): Promise<readonly string[]> => {
  const { status, body } = await read(as, of);
  expect(status).toBe(200);
  return body.data.map(({ name }: { name: string }) => name);
};
const change = (id: string, { as }: Member, data: object) => api.put(`${url}/${id}`, data, { as });
const remove = (id: string, { as }: Member) => api.delete(`${url}/${id}`, { as });

describe('private lists', () => {
  it('are created, listed by name, changed and deleted by their user, as described', async () => {
    const ada = await member();
    const search = { q: 'x', sort: 'title:asc', filters: '[["title","$eq","a"]]', columns: 'title,updatedAt' };
    const created = await api.post(url, view({ name: ' Zebra ', search }), { as: ada.as });
    expect(created.body.data).toEqual({
      ...{ id: expect.any(String), name: 'Zebra', type: note, search, roles: [], own: true },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    await save(ada, { name: 'Apple' });
    expect(await namesFor(ada)).toEqual(['Apple', 'Zebra']);
    const { id } = created.body.data;
    const changed = await change(id, ada, { name: 'Bear', search: {} });
    expect([changed.status, changed.body.data.name, changed.body.data.search]).toEqual([200, 'Bear', {}]);
    expect((await remove(id, ada)).status).toBe(204);
    expect((await remove(id, ada)).status).toBe(404);
    expect(await namesFor(ada)).toEqual(['Apple']);
  });

  it('do not exist for others, whatever they may do', async () => {
    const ada = await member();
    const id = await save(ada);
    for (const other of [await member(), await colleague(ada), await member([...editing, editRoles])]) {
      expect(await namesFor(other)).not.toContain('Mine');
      expect((await change(id, other, { name: 'Taken' })).status).toBe(404);
      expect((await remove(id, other)).status).toBe(404);
    }
    expect(await namesFor(ada)).toEqual(['Mine']);
  });

  it('are deleted with their user; shared ones stay', async () => {
    const ada = await member([...editing, editRoles]);
    const bob = await colleague(ada);
    const own = await save(ada);
    const shared = await save(ada, { name: 'Shared', roles: [await roleOf(ada)] });
    const ids = async (): Promise<unknown> =>
      (await api.collection<{ _id: string }>('lectern_list_views')).distinct('_id', { user: ada.documentId });
    expect(await ids()).toEqual([own, shared].toSorted());
    expect((await api.delete(`/api/users/${ada.documentId}`)).status).toBe(200);
    expect(await ids()).toEqual([shared]);
    expect(await namesFor(bob)).toEqual(['Shared']);
    expect((await remove(shared, bob)).status).toBe(204);
  });
});

describe('shared lists', () => {
  it('are seen by the users of the role, and changed by their own user', async () => {
    const ada = await member();
    const [bob, eve] = [await colleague(ada), await member()];
    const role = await roleOf(ada);
    const id = await save(ada, { name: 'Ours', roles: [role] });
    expect([await namesFor(ada), await namesFor(bob), await namesFor(eve)]).toEqual([['Ours'], ['Ours'], []]);
    expect((await read(bob.as)).body.data[0]).toMatchObject({ own: false, roles: [role] });
    expect((await change(id, bob, { name: 'Taken' })).status).toBe(404);
    expect((await remove(id, bob)).status).toBe(404);
    await change(id, ada, { roles: [] });
    expect(await namesFor(bob)).toEqual([]);
  });

  it('are for other roles only if the user may edit roles', async () => {
    const [ada, admin] = [await member(), await member([...editing, editRoles])];
    const bob = await member();
    const role = await roleOf(bob);
    const own = await save(ada);
    for (const roles of [[role], ['*'], ['no-such-role']]) {
      expect((await api.post(url, view({ roles }), { as: ada.as })).status).toBe(403);
      expect((await change(own, ada, { roles })).status).toBe(403);
    }
    const unknown = await api.post(url, view({ roles: ['no-such-role'] }), { as: admin.as });
    expect([unknown.status, unknown.body.error.message]).toEqual([400, 'There is no role no-such-role']);
    const id = await save(admin, { name: 'Theirs', roles: [role, await roleOf(ada)] });
    expect(await namesFor(bob)).toEqual(['Theirs']);
    // Nobody learns which other roles there are.
    expect((await read(bob.as)).body.data[0].roles).toEqual([role]);
    expect((await read(admin.as)).body.data[0].roles).toHaveLength(2);
    await change(id, admin, { roles: ['*'] });
    expect(await namesFor(await member())).toEqual(['Theirs']);
    const roleless = await addUser(api.service(), 'roleless', {});
    expect((await read({ token: await api.service().access.sessions.issue(roleless, 3600) })).status).toBe(403);
    await remove(id, admin);
  });

  it('can be changed and deleted by whoever may edit roles', async () => {
    const [ada, admin] = [await member(), await member([...editing, editRoles])];
    const id = await save(ada, { name: 'Ours', roles: [await roleOf(ada)] });
    expect(await namesFor(admin)).toContain('Ours');
    expect((await change(id, admin, { name: 'Everyone' })).body.data).toMatchObject({ name: 'Everyone', own: false });
    expect((await remove(id, admin)).status).toBe(204);
  });

  it('keep roles that their user may not share with', async () => {
    const [ada, eve, admin] = [await member(), await member(), await member([...editing, editRoles])];
    const role = await roleOf(ada);
    const id = await save(ada, { name: 'Ours', roles: [role] });
    const { body } = await api.get(`/api/users/${eve.documentId}?populate=role`);
    const moved = { body: { role: body.role.documentId } };
    expect((await api.request('PUT', `/api/users/${ada.documentId}`, moved)).status).toBe(200);
    expect((await change(id, ada, { name: 'Renamed', roles: [role] })).body.data?.name).toBe('Renamed');
    await change(id, admin, { roles: ['*', role] });
    expect((await change(id, ada, { name: 'Again', roles: ['*', role] })).status).toBe(200);
    expect((await change(id, ada, { roles: ['*', await roleOf(admin)] })).status).toBe(403);
    expect((await change(id, ada, { roles: [] })).status).toBe(200);
    expect((await change(id, ada, { roles: [role] })).status).toBe(403);
  });

  it('for all roles are for those who may update documents of the type, and only these share', async () => {
    const [ada, reader] = [await member(), await member(reading)];
    const admin = await member([...reading, editRoles]);
    const id = await save(admin, { name: 'Legal trouble', roles: ['*'] });
    expect([await namesFor(ada), await namesFor(reader)]).toEqual([['Legal trouble'], []]);
    const readers = await roleOf(reader);
    const own = await save(reader);
    for (const reply of [
      await api.post(url, view({ roles: [readers] }), { as: reader.as }),
      await change(own, reader, { roles: [readers] }),
    ])
      expect([reply.status, reply.body.error.message]).toEqual([
        403,
        'Only callers with the permission api::note.note.update can share lists of the type',
      ]);
    await change(id, admin, { roles: ['*', readers] });
    // A role that is named sees the list, whatever it may do, and learns nothing of the others.
    expect((await read(reader.as)).body.data[0]).toMatchObject({ name: 'Legal trouble', roles: [readers] });
    await remove(id, admin);
  });

  it('are not shared with a role that is deleted, nor with a new one of its type', async () => {
    const createRole = async (name: string): Promise<string> => {
      const call = { body: { name, description: '', permissions: {} } };
      expect((await api.request('POST', '/api/users-permissions/roles', call)).status).toBe(200);
      const { body } = await api.get('/api/users-permissions/roles');
      return body.roles.find((role: { name: string }) => role.name === name).id;
    };
    const rolesOfList = async (as: As) => (await read(as)).body.data.map(({ roles }: { roles: unknown }) => roles);
    const [admin, former] = [await member([...editing, editRoles]), await member([...editing, editRoles])];
    const first = await createRole('Proofreaders');
    await save(admin, { roles: ['proofreaders', await roleOf(admin)] });
    await save(former, { name: 'Orphan', roles: ['proofreaders'] });
    await api.delete(`/api/users/${former.documentId}`);
    expect(await rolesOfList(admin.as)).toHaveLength(2);
    expect((await api.delete(`/api/users-permissions/roles/${first}`)).status).toBe(200);
    expect(await rolesOfList(admin.as)).toEqual([[await roleOf(admin)]]);
    const stored = await api.collection<{ roles: string[] }>('lectern_list_views');
    await stored.updateMany({ user: admin.documentId }, { $push: { roles: 'proofreaders' } });
    await createRole('Proofreaders');
    expect(await rolesOfList(admin.as)).toEqual([[await roleOf(admin)]]);
  });

  it('need the permission to find documents of the type', async () => {
    const [ada, admin] = [await member(), await member([{ action: `${task}.find` }, editRoles])];
    await save(admin, { name: 'Tasks', type: task, roles: ['*'] });
    expect((await read(ada.as, task)).status).toBe(403);
    expect((await api.post(url, view({ type: task }), { as: ada.as })).status).toBe(403);
    expect(
      await namesFor(await member(['find', 'update'].map((action) => ({ action: `${task}.${action}` }))), task),
    ).toEqual(['Tasks']);
    expect(await namesFor(ada)).toEqual([]);
  });
});

describe('what is refused', () => {
  it.each<[path: string, more: object]>([
    ['name', { name: '\u200B\u2060' }],
    ['type', { type: 'api::nope.nope' }],
    ['type', { type: 'api::home.home' }],
    ['type', { type: 'plugin::users-permissions.user' }],
  ])('%s of case %#', async (path, more) => {
    const { status, body } = await api.post(url, view(more), { as: (await member()).as });
    expect([status, body.error.details.errors[0].path.join('.')]).toEqual([400, path]);
  });

  it('more than 100 lists of a user, also at the same time', async () => {
    const [ada, bob] = [await member(), await member()];
    const statuses = [];
    for (let part = 0; part < 11; part += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => api.post(url, view(), { as: ada.as })))));
    const refused = statuses.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(refused[0]?.body.error.message).toBe('You have 100 saved lists already: delete one first');
    expect((await namesFor(ada)).length).toBeLessThanOrEqual(100);
    await save(bob);
  });
});
