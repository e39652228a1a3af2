// Checks /api/users: callers with permissions read and write users.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { roleOfType } from '../../lib/accounts/roles/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';
import { logIn, password, setPermissions, registerUser, uid, type Member } from '../setup/users.ts';

const api = createApi(library);
const url = '/api/users';
const errorOf = ({ status, body }: Reply): readonly unknown[] => [status, body?.error?.name, body?.error?.message];
const createUser = (body: unknown, more: object = {}) => api.request('POST', url, { body, ...more });
const changeUser = (id: unknown, body: unknown, more: object = {}) =>
  api.request('PUT', `${url}/${String(id)}`, { body, ...more });
const userNamed = (username: string, more: object = {}) => ({
  username,
  email: `${username}@Example.org`,
  password,
  ...more,
});

let ada: Member;
let ben: Member;
let roles: { readonly public: string; readonly authenticated: string };
beforeAll(async () => {
  ada = await registerUser(api, 'ada');
  ben = await registerUser(api, 'ben');
  const of = async (type: 'public' | 'authenticated') => (await roleOfType(api.service(), type)).documentId;
  roles = { public: await of('public'), authenticated: await of('authenticated') };
});

const defaults = ['me'].map((action) => ({ action: `${uid}.${action}` }));
beforeEach(() => setPermissions(api, 'authenticated', defaults));

describe('reading users', () => {
  it('returns one user by id or documentId', async () => {
    for (const id of [ada.id, ada.documentId]) {
      const { status, headers, body } = await api.get(`${url}/${id}`);
      expect([status, body.username, Object.keys(body)]).toEqual([
        200,
        'ada',
        [
          ...['id', 'documentId', 'username', 'email', 'provider', 'confirmed', 'blocked'],
          ...['createdAt', 'updatedAt', 'publishedAt'],
        ],
      ]);
      expect(headers.etag).toEqual(expect.any(String));
    }
  });

  it('shows what the conditions of permissions permit', async () => {
    await setPermissions(api, 'authenticated', [{ action: `${uid}.find`, filters: { username: { $eq: 'ben' } } }]);
    expect((await api.get(`${url}?fields=username&populate=role`, { as: ada.as })).body).toEqual([
      { id: ben.id, documentId: ben.documentId, username: 'ben' },
    ]);
    expect(errorOf(await api.get(`${url}?filters[role][type]=authenticated`, { as: ada.as }))[0]).toBe(400);
    await setPermissions(api, 'authenticated', [{ action: `${uid}.count`, own: true }]);
    expect((await api.get(`${url}/count`, { as: ada.as })).body).toBe(1);
    await setPermissions(api, 'authenticated', [{ action: `${uid}.findOne`, own: true }]);
    expect((await api.get(`${url}/${ada.id}`, { as: ada.as })).status).toBe(200);
    expect((await api.get(`${url}/${ben.id}`, { as: ada.as })).status).toBe(404);
  });
});

describe('creating users', () => {
  it('happens once under an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'the-same-user' };
    const first = await createUser(userNamed('cleo'), { headers });
    const second = await createUser(userNamed('cleo'), { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  it('lets a new user own itself', async () => {
    const { body } = await createUser(userNamed('carol'));
    await setPermissions(api, 'authenticated', [...defaults, { action: `${uid}.update`, own: true }]);
    const as = { token: (await logIn(api, 'carol')).body.jwt as string };
    expect((await changeUser(body.id, { username: 'caroline' }, { as })).body.username).toBe('caroline');
  });
});

describe('changing users', () => {
  it('ends their sessions if the password changes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const dan = await registerUser(api, 'dan');
    vi.setSystemTime(Date.now() + 2_000);
    expect(errorOf(await changeUser(dan.id, { password: '' }))).toEqual([400, 'ValidationError', 'password.notNull']);
    expect((await changeUser(dan.id, { password: 'another one' })).status).toBe(200);
    expect((await api.get(`${url}/me`, { as: dan.as })).status).toBe(401);
    expect((await logIn(api, 'dan', 'another one')).status).toBe(200);
    vi.useRealTimers();
  });

  it('respects If-Match', async () => {
    const { headers } = await api.get(`${url}/${ben.id}`);
    const once = { headers: { 'If-Match': String(headers.etag) } };
    expect((await changeUser(ben.id, { confirmed: true }, once)).status).toBe(200);
    expect((await changeUser(ben.id, { confirmed: true }, once)).status).toBe(412);
  });

  it('needs permissions, and users cannot change their own privileges', async () => {
    await setPermissions(api, 'authenticated', [...defaults, { action: `${uid}.update`, own: true }]);
    expect((await changeUser(ada.id, { username: 'ada' }, { as: ada.as })).status).toBe(200);
    expect((await changeUser(ben.id, { username: 'benny' }, { as: ada.as })).status).toBe(404);
    for (const body of [{ role: roles.public }, { confirmed: false }, { blocked: true }])
      expect((await changeUser(ada.id, body, { as: ada.as })).status).toBe(403);
    await setPermissions(api, 'authenticated', [...defaults, { action: `${uid}.update` }]);
    expect((await changeUser(ben.id, { confirmed: true }, { as: ada.as })).status).toBe(200);
    expect((await changeUser(ada.documentId, { role: roles.public }, { as: ada.as })).status).toBe(403);
  });
});

it('deleting users succeeds once, and ends their sessions', async () => {
  const eli = await registerUser(api, 'eli');
  await setPermissions(api, 'authenticated', [{ action: `${uid}.destroy`, own: true }]);
  // The answer is the same as for a missing user, but the user still exists.
  expect((await api.delete(`${url}/${ben.id}`, { as: eli.as })).status).toBe(204);
  expect((await api.get(`${url}/${ben.id}`)).status).toBe(200);
  const { status, body } = await api.delete(`${url}/${eli.id}`, { as: eli.as });
  expect([status, body.username]).toEqual([200, 'eli']);
  expect((await api.get(`${url}/me`, { as: eli.as })).status).toBe(401);
  expect((await api.delete(`${url}/${eli.id}`)).status).toBe(204);
  expect((await registerUser(api, 'eli')).id).not.toBe(eli.id);
});
