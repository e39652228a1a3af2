// Users with permission to change and delete only themselves.
import { beforeAll, expect, it } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { password, setPermissions, registerUser, uid, type Member } from '../../setup/users.ts';

const api = createApi(library);
const once = { perAddress: 1, perIdentifier: 1 };
const limited = createApi(library, {
  ...testConfig,
  auth: { ...testConfig.auth, limits: { ...testConfig.auth.limits, login: { ...once, beforeDelay: 100 } } },
});

let mary: Member;
let tom: Member;
beforeAll(async () => {
  mary = await registerUser(api, 'mary');
  tom = await registerUser(api, 'tom');
  const { roles } = (await api.get('/api/users-permissions/roles')).body as { roles: { id: number; type: string }[] };
  const { id } = roles.find(({ type }) => type === 'authenticated') ?? {};
  const own = { enabled: true, own: true };
  const permissions = { 'plugin::users-permissions': { controllers: { user: { update: own, destroy: own } } } };
  const { status } = await api.request('PUT', `/api/users-permissions/roles/${id}`, { body: { permissions } });
  expect(status).toBe(200);
});

const put = (member: Member, as: Member, body: object) =>
  api.request('PUT', `/api/users/${member.id}`, { as: as.as, body });
const remove = (member: Member, as: Member) => api.delete(`/api/users/${member.id}`, { as: as.as });
const userExists = async ({ id }: Member): Promise<boolean> => (await api.get(`/api/users/${id}`)).status === 200;

it(`own of ${uid} means the user itself`, async () => {
  expect((await put(mary, mary, { username: 'mary ann' })).body.username).toBe('mary ann');
  expect((await put(tom, mary, { username: 'nobody' })).status).toBe(404);
  // The same answer as for an unknown user.
  expect((await remove(tom, mary)).status).toBe(204);
  expect(await userExists(tom)).toBe(true);
  expect((await remove(tom, tom)).body).toMatchObject({ id: tom.id });
  expect(await userExists(tom)).toBe(false);
});

it('users may set their password as often as they may log in, and API tokens without a limit', async () => {
  const { id } = await registerUser(limited, 'pat');
  await setPermissions(limited, 'authenticated', [{ action: `${uid}.update`, own: true }]);
  const set = (body: object, call: object) => limited.request('PUT', `/api/users/${id}`, { ...call, body });
  for (const body of [{ password }, { username: 'patrick' }]) expect((await set(body, {})).status).toBe(200);
  const { body } = await limited.request('POST', '/api/auth/local', {
    body: { identifier: 'patrick', password },
    as: null,
  });
  expect(body.user).toMatchObject({ id });
  const ownCall = { as: { token: body.jwt } };
  expect((await set({ username: 'pat' }, ownCall)).status).toBe(200);
  expect((await set({ password }, ownCall)).status).toBe(429);
  for (let times = 0; times < 2; times++) expect((await set({ password }, {})).status).toBe(200);
});
