// Users who may have no sessions for a while: sessions and codes of before stay invalid when they may have sessions again.
import { Collection } from 'mongodb';
import { afterEach, expect, it, vi } from 'vitest';
import { createApi, testConfig, type Reply } from '../../setup/api.ts';
import { captureMails, codeIn, logIn, password, postAuth, registerUser } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const auth = { ...testConfig.auth, resetPasswordUrl: 'https://example.org/password' };
const short = createApi(library, { ...testConfig, auth: { ...auth, refresh: true } });
const long = createApi(library, { ...testConfig, auth });
const inTwoProcesses = createApi(library, { ...testConfig, auth }, 2);
const confirming = createApi(library, { ...testConfig, auth: { ...auth, emailConfirmation: true } });

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['blocked, with refresh tokens', short, { blocked: true }, { blocked: false }],
  ['blocked', long, { blocked: true }, { blocked: false }],
  ['unconfirmed', confirming, { confirmed: false }, { confirmed: true }],
] as const)(
  'a user who is no longer %s has neither the sessions nor the codes of before',
  async (_, api, end, begin) => {
    const mails = captureMails(api);
    const name = `user${Object.keys(end).join()}`;
    const body = { username: name, email: `${name}@example.org`, password };
    const { id } = (await postAuth(api, 'local/register', body)).body.user as { id: number };
    const change = (values: object): Promise<Reply> => api.request('PUT', `/api/users/${id}`, { body: values });
    await change(begin);
    const { jwt, refreshToken } = (await logIn(api, name)).body as { jwt: string; refreshToken?: string };
    await postAuth(api, 'forgot-password', { email: body.email });
    const code = codeIn(mails);
    const me = async (): Promise<number> => (await api.get('/api/users/me', { as: { token: jwt } })).status;
    expect(await me()).toBe(200);
    for (const values of [end, begin]) {
      expect((await change(values)).status).toBe(200);
      expect(await me()).toBe(401);
    }
    const secret = 'another one for all';
    const reset = await postAuth(api, 'reset-password', { code, password: secret, passwordConfirmation: secret });
    expect(reset.status).toBe(400);
    if (refreshToken !== undefined) {
      const { error } = (await postAuth(api, 'refresh', { refreshToken })).body;
      expect([error.status, error.details.reason]).toEqual([401, 'administrator']);
    }
    expect((await logIn(api, name)).status).toBe(200);
  },
);

it('a change that leaves a user their sessions ends none', async () => {
  const { id, as } = await registerUser(long, 'steady');
  // This site needs no confirmation.
  for (const body of [{ confirmed: false }, { blocked: false }, { username: 'steadier' }])
    expect((await long.request('PUT', `/api/users/${id}`, { body })).status).toBe(200);
  expect((await long.get('/api/users/me', { as })).status).toBe(200);
});

it('a JWT that has ended reads its user at most once a second, and leaves the valid one in the cache', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const { id, as: ended } = await registerUser(long, 'often');
  const changed = 'another one for all';
  vi.setSystemTime(Date.now() + 10);
  await long.request('PUT', `/api/users/${id}`, { body: { password: changed } });
  const { jwt } = (await logIn(long, 'often', changed)).body as { jwt: string };
  const find = vi.spyOn(Collection.prototype, 'findOne');
  const statuses: number[] = [];
  const readsOf = async (...callers: readonly (typeof ended)[]): Promise<number> => {
    find.mockClear();
    for (const as of callers) statuses.push((await long.get('/api/users/me', { as })).status);
    return find.mock.calls.filter(([filter]) => 'published.id' in filter).length;
  };
  const valid = { token: jwt };
  expect(await readsOf(valid, ended)).toBe(2);
  expect(await readsOf(ended, valid, ended, valid)).toBe(0);
  vi.setSystemTime(Date.now() + 1_000);
  expect(await readsOf(ended, valid, ended)).toBe(1);
  expect(statuses).toEqual([200, 401, 401, 200, 401, 200, 401, 200, 401]);
});

it('a JWT of another process is valid at once, also after one that has ended', async () => {
  const [first, second] = ['the first one for all', 'the second one for all'];
  const { id, as: ended } = await registerUser(inTwoProcesses, 'soon');
  const statusesOf = async (as: typeof ended): Promise<readonly number[]> => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => inTwoProcesses.get('/api/users/me', { as })));
    return [...new Set(replies.map(({ status }) => status))];
  };
  expect(await statusesOf(ended)).toEqual([200]);
  for (const changed of [first, second]) {
    await inTwoProcesses.request('PUT', `/api/users/${id}`, { body: { password: changed } });
    const { jwt } = (await logIn(inTwoProcesses, 'soon', changed)).body as { jwt: string };
    expect(await statusesOf({ token: jwt })).toEqual([200]);
    expect(await statusesOf(ended)).toEqual([401]);
  }
});
