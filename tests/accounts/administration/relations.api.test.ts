// Writers of users may relate them only to documents that they may find.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Permission } from '../../../lib/platform/access/index.ts';
import { createApi, schemaOf, testConfig, type Reply, typeFile } from '../../setup/api.ts';
import { postAuth, password, setPermissions, registerUser, uid, type Member } from '../../setup/users.ts';

const relation = (kind: string, target: string, more: object) => ({
  ...{ type: 'relation', relation: kind, target },
  ...more,
});

const schema = schemaOf({
  'user.json': typeFile(
    'user',
    {
      likes: relation('manyToMany', 'api::song.song', { inversedBy: 'fans' }),
      guide: relation('manyToOne', uid, { inversedBy: 'guided' }),
      guided: relation('oneToMany', uid, { mappedBy: 'guide' }),
    },
    { collectionName: 'up_users' },
  ),
  'song.json': typeFile('song', {
    title: { type: 'string' },
    fans: relation('manyToMany', uid, { mappedBy: 'likes' }),
  }),
});

const api = createApi(schema, { ...testConfig, auth: { ...testConfig.auth, registerFields: ['likes'] } });

let eve: Member;
let visibleSong: number;
let hiddenSong: number;
beforeAll(async () => {
  eve = await registerUser(api, 'eve');
  const make = async (title: string): Promise<number> => (await api.post('/api/songs', { title })).body.data.id;
  [visibleSong, hiddenSong] = [await make('shown'), await make('hidden')];
});

const findSomeSongs: Permission = { action: 'api::song.song.find', filters: { title: { $eq: 'shown' } } };
const register: Permission = { action: 'plugin::users-permissions.auth.register' };
const allow = async (...more: readonly Permission[]): Promise<void> => {
  const own = { own: true } as const;
  const writes = [
    { action: `${uid}.update`, ...own },
    { action: `${uid}.create`, ...own },
  ];
  await setPermissions(api, 'authenticated', [...writes, ...more]);
  await setPermissions(api, 'public', [register, ...more]);
};

let count = 0;
const someone = () => {
  count += 1;
  return { username: `user ${count}`, email: `user${count}@example.org`, password };
};

const absent = 9_999;
const message = ({ body }: Reply): string => body.error?.message;

describe.each([
  ['changes their own user', (more: object) => api.request('PUT', `/api/users/${eve.id}`, { as: eve.as, body: more })],
  [
    'creates users',
    (more: object) => api.request('POST', '/api/users', { as: eve.as, body: { ...someone(), ...more } }),
  ],
  ['registers', (more: object) => postAuth(api, 'local/register', { ...someone(), ...more })],
])('a caller who %s', (_, write) => {
  beforeEach(() => allow(findSomeSongs));

  it('relates to visible documents, and gets the answer for an absent one for all others', async () => {
    expect((await write({ likes: [visibleSong] })).status).toBeLessThan(300);
    const [refused, absentReply] = [await write({ likes: [hiddenSong] }), await write({ likes: [absent] })];
    expect([refused.status, message(refused)]).toEqual([
      400,
      message(absentReply).replace(String(absent), String(hiddenSong)),
    ]);
  });

  it('cannot use a relation to a type that they may not find', async () => {
    await allow();
    expect((await write({ likes: [visibleSong] })).status).toBe(400);
    expect((await write({})).status).toBeLessThan(300);
  });
});

it('a user who may find only themselves cannot relate to other users', async () => {
  await allow({ action: `${uid}.find`, own: true });
  const tom = await registerUser(api, 'tom');
  const setGuided = (guided: readonly number[]) =>
    api.request('PUT', `/api/users/${eve.id}`, { as: eve.as, body: { guided } });
  expect((await setGuided([tom.id])).status).toBe(400);
  expect((await setGuided([eve.id])).status).toBe(200);
});

it('a caller who may write all users can give them any role, even if they may not find roles', async () => {
  await setPermissions(api, 'authenticated', [{ action: `${uid}.create` }, { action: `${uid}.update` }]);
  const { status, body } = await api.request('POST', '/api/users', { as: eve.as, body: { ...someone(), role: 1 } });
  expect(status).toBe(201);
  expect((await api.request('PUT', `/api/users/${body.id}`, { as: eve.as, body: { role: 1 } })).status).toBe(200);
});
