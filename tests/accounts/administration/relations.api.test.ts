// Writers of users may relate them only to users that they may find; tests/access/hidden.slow.test.ts has other relations of users.
import { beforeAll, expect, it } from 'vitest';
import type { Permission } from '../../../lib/platform/access/index.ts';
import { createApi, schemaOf, testConfig, typeFile } from '../../setup/api.ts';
import { password, setPermissions, registerUser, uid, type Member } from '../../setup/users.ts';

const relation = (kind: string, more: object) => ({ type: 'relation', relation: kind, target: uid, ...more });

const schema = schemaOf({
  'user.json': typeFile(
    'user',
    {
      guide: relation('manyToOne', { inversedBy: 'guided' }),
      guided: relation('oneToMany', { mappedBy: 'guide' }),
    },
    { collectionName: 'up_users' },
  ),
});

const api = createApi(schema, testConfig);

let eve: Member;
beforeAll(async () => {
  eve = await registerUser(api, 'eve');
});

it('a user who may find only themselves cannot relate to other users', async () => {
  const own: readonly Permission[] = ['find', 'update'].map((action) => ({ action: `${uid}.${action}`, own: true }));
  await setPermissions(api, 'authenticated', own);
  const tom = await registerUser(api, 'tom');
  const setGuided = (guided: readonly number[]) =>
    api.request('PUT', `/api/users/${eve.id}`, { as: eve.as, body: { guided } });
  expect((await setGuided([tom.id])).status).toBe(400);
  expect((await setGuided([eve.id])).status).toBe(200);
});

it('a caller who may write all users can give them any role, even if they may not find roles', async () => {
  await setPermissions(api, 'authenticated', [{ action: `${uid}.create` }, { action: `${uid}.update` }]);
  const newUser = { username: 'someone', email: 'someone@example.org', password, role: 1 };
  const { status, body } = await api.request('POST', '/api/users', { as: eve.as, body: newUser });
  expect(status).toBe(201);
  expect((await api.request('PUT', `/api/users/${body.id}`, { as: eve.as, body: { role: 1 } })).status).toBe(200);
});
