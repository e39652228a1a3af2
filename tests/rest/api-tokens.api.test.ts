// Checks the API tokens under /admin, with the owner token.
import { describe, expect, it } from 'vitest';
import { library } from '../write/documents/library.ts';
import { createApi, type Reply } from '../setup/api.ts';
import { secrets } from '../setup/secrets.ts';

const api = createApi(library);

const url = '/admin/api-tokens';
const as = { token: secrets.owner };

const make = (body: unknown): Promise<Reply> => api.request('POST', url, { as, body });
const change = (id: unknown, body: unknown): Promise<Reply> => api.request('PUT', `${url}/${String(id)}`, { as, body });
const list = async () => (await api.get(url, { as })).body.data as readonly { readonly name: string }[];
const create = async (body: object) => (await make(body)).body.data;
const statusWith = async (token: string) => (await api.get('/api/books', { as: { token } })).status;

const refusal = ({ status, body }: Reply) => [status, body.error.name, body.error.message];

it('the owner token gets the allowed methods of a path', async () => {
  expect(await api.request('PATCH', url, { as })).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  expect(await api.get(`${url}/1/regenerate`, { as })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
});

describe('a new token', () => {
  it('has its access key in the answer that creates it, and in no other', async () => {
    const body = { name: '  site ', description: ' the pages ', type: 'read-only', lifespan: 604_800_000 };
    const { status, body: answer } = await make(body);
    const { accessKey, ...rest } = answer.data;
    expect([status, Object.keys(answer)]).toEqual([201, ['data']]);
    expect(rest).toMatchObject({
      ...{ name: 'site', description: 'the pages', type: 'read-only', lifespan: 604_800_000, lastUsedAt: null },
      expiresAt: new Date(Date.parse(rest.createdAt) + 604_800_000).toISOString(),
      updatedAt: rest.createdAt,
    });
    expect(await statusWith(accessKey)).toBe(200);
    const { id } = rest;
    const others = [
      await api.get(url, { as }),
      await api.get(`${url}/${String(id)}`, { as }),
      await change(id, { description: 'x' }),
      await api.delete(`${url}/${String(id)}`, { as }),
    ];
    for (const reply of others) {
      expect(reply.status).toBe(200);
      expect(JSON.stringify(reply)).not.toMatch(/accessKey|hash/);
      expect(JSON.stringify(reply)).not.toContain(accessKey);
    }
  });

  it('is read-only and never expires by default', async () => {
    expect(await create({ name: 'plain' })).toMatchObject({
      ...{ type: 'read-only', description: '', lifespan: null, expiresAt: null, permissions: [] },
    });
  });

  it('stores each permission once, by its full name', async () => {
    const permissions = ['book.find', 'api::book.book.find', 'plugin::i18n.locales.listLocales'];
    const token = await create({ name: 'names', type: 'custom', permissions });
    expect(token.permissions).toEqual(['api::book.book.find', 'plugin::i18n.locale.find']);
    expect((await api.get('/api/i18n/locales', { as: { token: token.accessKey } })).status).toBe(200);
  });

  it('may be custom without any permission', async () => {
    const { accessKey } = await create({ name: 'nothing', type: 'custom', permissions: [] });
    expect(await statusWith(accessKey)).toBe(403);
  });

  it.each<[body: unknown, paths: unknown, message: string]>([
    [{}, [['name']], 'name is a required field'],
    [{ name: '12' }, [['name']], 'name must not be a number: ids are numbers'],
    [{ name: 'x', type: 'custom' }, [['permissions']], expect.stringContaining('must be a list of names')],
    [{ name: 'x', type: 'custom', permissions: null }, [['permissions']], expect.stringContaining('list of names')],
    [{ name: 'x', permissions: ['book.find'] }, [['permissions']], expect.stringContaining('empty otherwise')],
    [
      { name: 'x', type: 'custom', permissions: ['book.find', 'api::book.book.fnid'] },
      [['permissions', '1']],
      'there is no permission "api::book.book.fnid"; did you mean "api::book.book.find"?',
    ],
    [{ name: 'x', lifespan: 1e15 }, [['lifespan']], expect.stringContaining('lifespan must be milliseconds')],
    [{ name: 5, type: 5, lifespan: -1 }, [['name'], ['type'], ['lifespan']], '3 errors occurred'],
  ])('is refused: %j', async (body, paths, message) => {
    const reply = await make(body);
    expect(refusal(reply)).toEqual([400, 'ValidationError', message]);
    expect(reply.body.error.details.errors?.map(({ path }: { path: unknown }) => path)).toEqual(paths);
  });

  it('has a unique name, even if many requests create it at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => make({ name: 'wanted' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
    expect(refusal(replies.find(({ status }) => status === 400) ?? expect.fail())).toEqual([
      ...[400, 'ApplicationError', 'Name already taken'],
    ]);
  });
});

it('the list of tokens is sorted by name', async () => {
  await make({ name: 'zebra' });
  await make({ name: 'antelope' });
  const names = (await list()).map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  expect(names).toContain('antelope');
});

describe('a changed token', () => {
  it('has its new permissions at once', async () => {
    const { id, accessKey } = await create({ name: 'changing', type: 'full-access' });
    const write = async () => (await api.post('/api/books', { title: 'x' }, { as: { token: accessKey } })).status;
    expect(await write()).toBe(201);
    expect((await change(id, { type: 'read-only' })).body.data).toMatchObject({ type: 'read-only', name: 'changing' });
    expect(await write()).toBe(403);
    await change(id, { type: 'custom', permissions: ['book.create'] });
    expect(await write()).toBe(201);
    expect(await statusWith(accessKey)).toBe(403);
    expect((await change(id, { type: 'read-only', name: 'changed' })).body.data).toMatchObject({
      ...{ name: 'changed', type: 'read-only', permissions: [] },
    });
  });

  it('keeps values that the body does not name', async () => {
    const permissions = ['api::book.book.find'];
    const { accessKey, ...token } = await create({ name: 'staying', type: 'custom', permissions, lifespan: 1e9 });
    const { body } = await change(token.id, { type: 'custom', permissions: null });
    expect(body.data).toEqual({ ...token, updatedAt: expect.any(String) });
    expect((await change(token.id, {})).body.data).toEqual({ ...token, updatedAt: expect.any(String) });
    expect(await statusWith(accessKey)).toBe(200);
  });

  it.each<[type: string, body: object, message: unknown]>([
    ['read-only', { type: 'custom' }, expect.stringContaining('permissions must be a list of names')],
    ['read-only', { permissions: ['book.find'] }, expect.stringContaining('permissions must be a list of names')],
    ['custom', { type: 'full-access', permissions: ['book.find'] }, expect.stringContaining('empty otherwise')],
    ['custom', { permissions: ['nope'] }, 'there is no permission "nope"'],
    ['read-only', { name: 'full-access' }, 'Name already taken'],
  ])('is refused for %s: %j', async (type, body, message) => {
    const permissions = type === 'custom' ? ['book.find'] : [];
    const { accessKey, ...token } = await create({ name: `refused ${JSON.stringify(body)}`, type, permissions });
    const reply = await change(token.id, body);
    expect([reply.status, reply.body.error.message]).toEqual([400, message]);
    expect((await api.get(`${url}/${String(token.id)}`, { as })).body.data).toEqual(token);
    expect(await statusWith(accessKey)).toBe(200);
  });
});

it('a regenerated token has a new key, and the old key is invalid at once', async () => {
  const { accessKey: before, ...token } = await create({ name: 'anew', lifespan: 1e9 });
  expect(await statusWith(before)).toBe(200);
  const { status, body } = await api.request('POST', `${url}/${String(token.id)}/regenerate`, { as });
  const { accessKey, ...rest } = body.data;
  expect([status, rest]).toEqual([201, { ...token, updatedAt: expect.any(String), lastUsedAt: expect.any(String) }]);
  expect([await statusWith(before), await statusWith(accessKey)]).toEqual([401, 200]);
});

it('a revoked token is invalid at once, and its name is free again', async () => {
  const { id, accessKey } = await create({ name: 'going' });
  expect(await statusWith(accessKey)).toBe(200);
  expect((await api.delete(`${url}/${String(id)}`, { as })).body.data).toMatchObject({ id, name: 'going' });
  expect(await statusWith(accessKey)).toBe(401);
  expect((await make({ name: 'going' })).status).toBe(201);
});
