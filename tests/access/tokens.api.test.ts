// What callers may do with each Authorization header.
import { Collection } from 'mongodb';
import { describe, expect, it, vi } from 'vitest';
import { Tokens, type StoredToken } from '../../lib/platform/access/tokens.ts';
import { createToken, revokeToken } from '../../lib/accounts/tokens/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const api = createApi(library);

it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'x'])('the header %j is no credentials', async (authorization) => {
  expect((await api.get('/api/books', { as: null, headers: { authorization } })).status).toBe(403);
});

it('a token is 64 hexadecimal digits; the database stores only its hash', async () => {
  const { accessKey: token } = await createToken(api.service(), { name: 'mine', type: 'full-access' });
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const stored = await (await api.collection('lectern_tokens')).find().toArray();
  expect(stored.map(({ name }) => name as string)).toContain('mine');
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await api.get('/api/books', { as: { token } })).status).toBe(200);
  expect((await api.get('/api/books', { as: null, headers: { authorization: `bearer ${token}` } })).status).toBe(200);
});

it('a custom token sees what another one with the same permissions sees, and not what a role would see', async () => {
  const service = api.service();
  const made = await Promise.all(
    [['a', 'b'], ['b', 'a'], ['a']].map((permissions, index) =>
      createToken(service, { name: `same ${index}`, type: 'custom', permissions }),
    ),
  );
  const callers = await Promise.all(made.map(({ accessKey }) => service.access.identify(`Bearer ${accessKey}`)));
  const [first, second, third] = callers.map(({ view }) => view);
  expect(first).toMatch(/^token /);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(new Set(callers.map(({ id }) => id)).size).toBe(3);
});

/** The tokens as seen by a process with its own clock. */
const known = (from: Date) => {
  let now = from.getTime();
  const tokens = new Tokens(api.service().database.get, library, secrets.tokens, () => new Date(now));
  return {
    tokens,
    pass: (ms: number) => {
      now += ms;
    },
  };
};

const hour = 3_600_000;

it('a token with a lifespan is valid until its last millisecond, and not longer, even if it was just looked up', async () => {
  const { accessKey, expiresAt } = await createToken(api.service(), { name: 'short', lifespan: hour });
  const { tokens, pass } = known(expiresAt ?? expect.fail());
  pass(-1);
  expect(await tokens.findCaller(accessKey)).toMatchObject({ kind: 'token' });
  pass(1);
  expect(await tokens.findCaller(accessKey)).toBeUndefined();
  tokens.clearCache();
  expect(await tokens.findCaller(accessKey)).toBeUndefined();
});

it('a token that another process revokes stays valid for ten seconds at most', async () => {
  const { accessKey, id } = await createToken(api.service(), { name: 'revoked' });
  const { tokens, pass } = known(new Date());
  expect(await tokens.findCaller(accessKey)).toBeDefined();
  await revokeToken(api.service(), id);
  pass(10_000);
  expect(await tokens.findCaller(accessKey)).toBeUndefined();
});

const lastUsedAt = async (id: number): Promise<unknown> => {
  return (await (await api.collection<StoredToken>('lectern_tokens')).findOne({ _id: id }))?.lastUsedAt;
};

describe('the lastUsedAt of a token', () => {
  it('is stored at the first use, and again after an hour', async () => {
    const { accessKey, id } = await createToken(api.service(), { name: 'used' });
    expect(await lastUsedAt(id)).toBeNull();
    const start = new Date();
    const first = known(start);
    await first.tokens.findCaller(accessKey);
    expect(await lastUsedAt(id)).toEqual(start);
    for (const ms of [11_000, hour - 11_001]) {
      first.pass(ms);
      await first.tokens.findCaller(accessKey);
      expect(await lastUsedAt(id)).toEqual(start);
    }
    first.pass(11_000);
    await Promise.all([first, first, first].map(({ tokens }) => tokens.findCaller(accessKey)));
    expect(await lastUsedAt(id)).toEqual(new Date(start.getTime() + hour + 10_999));
  });

  it('is stored once if two processes see the use at the same time', async () => {
    const { accessKey, id } = await createToken(api.service(), { name: 'used by two' });
    const start = new Date();
    const [one, other] = [known(start), known(new Date(start.getTime() + 1))];
    const spy = vi.spyOn(Collection.prototype, 'updateOne');
    spy.mockImplementationOnce(async function (this: Collection, ...args) {
      await other.tokens.findCaller(accessKey);
      return this.updateOne(...args);
    });
    await one.tokens.findCaller(accessKey);
    expect(spy).toHaveBeenCalledTimes(3);
    spy.mockRestore();
    expect(await lastUsedAt(id)).toEqual(new Date(start.getTime() + 1));
  });

  it('fails no request if it cannot be stored, and is stored at the next use', async () => {
    const { accessKey, id } = await createToken(api.service(), { name: 'used in vain' });
    const { tokens, pass } = known(new Date());
    const spy = vi.spyOn(Collection.prototype, 'updateOne').mockRejectedValueOnce(new Error('not now'));
    expect(await tokens.findCaller(accessKey)).toBeDefined();
    spy.mockRestore();
    expect(await lastUsedAt(id)).toBeNull();
    pass(10_000);
    await tokens.findCaller(accessKey);
    expect(await lastUsedAt(id)).toBeInstanceOf(Date);
  });

  it('does not change when the token is refused', async () => {
    const { accessKey, id } = await createToken(api.service(), { name: 'used too late', lifespan: 1 });
    expect(await known(new Date(Date.now() + hour)).tokens.findCaller(accessKey)).toBeUndefined();
    expect(await lastUsedAt(id)).toBeNull();
  });
});
