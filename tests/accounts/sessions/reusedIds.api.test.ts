// A restored backup continues with the ids of its day: a JWT of a user who registered later must not open the account of the
// next user with that id.
import { afterEach, expect, it, vi } from 'vitest';
import { library } from '../../write/documents/library.ts';
import { createApi, testConfig } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { password, registerUser } from '../../setup/users.ts';

const api = createApi(library, { ...testConfig, scim: { groups: {}, defaultRole: 'authenticated' } });

afterEach(() => {
  vi.useRealTimers();
});

const send = async (path: string, body: object, token?: string): Promise<void> => {
  const reply = await api.request('POST', path, { body, ...(token === undefined ? {} : { as: { token } }) });
  expect(reply.status).toBe(201);
};

it.each<[string, (username: string, email: string) => Promise<unknown>]>([
  ['registers', (username) => registerUser(api, username)],
  ['is created by an administrator', (username, email) => send('/api/users', { username, email, password })],
  [
    'comes from a directory',
    (userName, value) => send('/scim/v2/Users', { userName, emails: [{ value }] }, secrets.scim),
  ],
])('a JWT from before a user %s is none of that user', async (way, create) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const name = `user${way.length}`;
  const { id } = await registerUser(api, `${name}-before`);
  const token = await api.service().access.sessions.issue(id + 1, 3_600);
  vi.setSystemTime(Date.now() + 1_000);
  await create(name, `${name}@example.org`);
  const created = await api.get(`/api/users/${id + 1}`);
  expect(created.body.username).toBe(name);
  expect((await api.get('/api/users/me', { as: { token } })).status).toBe(401);
  const now = await api.service().access.sessions.issue(id + 1, 3_600);
  expect((await api.get('/api/users/me', { as: { token: now } })).body.username).toBe(name);
});
