// Costly reads: refused, or run a few at once, and ended when their client disconnects.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { otherwise, routes } from '../../functions/routes.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { endpoint } from '../../lib/api/http/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { typeFile } from '../setup/schema.ts';
import { createApi, schemaOf, silentLog } from '../setup/api.ts';
import { addPublicRole } from '../setup/accounts.ts';
import { waitFor } from '../setup/waitFor.ts';

const post = typeFile('post', { title: { type: 'string' }, body: { type: 'text' } });
const api = createApi(schemaOf({ 'post.json': post }));

const refused = 300;

const readOf = (conditions: number): string =>
  `/api/posts?${Array.from({ length: conditions }, (_, n) => `filters[$or][${n}][body][$containsi]=q${n}z`).join('&')}`;

let server: RunningServer;
let tokens: readonly string[];

beforeAll(async () => {
  const service = api.service();
  const at = new Date(0);
  const body = 'lorem ipsum dolor sit amet '.repeat(220);
  const posts = Array.from({ length: 3_000 }, (_, n) => ({
    ...{ documentId: `post${n}`, locale: null, revision: 1 },
    published: { id: n + 1, createdAt: at, updatedAt: at, publishedAt: at, title: `Post ${n}`, body },
  }));
  await (await service.database.get()).collection<object>('posts').insertMany(posts);
  await addPublicRole(service, ['api::post.post.find', 'api::post.post.findOne']);
  tokens = await Promise.all(
    ['one', 'two', 'three'].map(async (name) => (await createToken(service, { name, type: 'full-access' })).accessKey),
  );
  const handlerOf = ({ operation }: typeof otherwise) => endpoint(operation, () => Promise.resolve(service), silentLog);
  server = await serve({
    routes: routes.map((route) => ({ ...route, handler: handlerOf(route.handler) })),
    otherwise: handlerOf(otherwise),
    ...{ host: '127.0.0.1', port: 0 },
  });
});
afterAll(() => server.stop());

const get = (path: string, token?: string, signal?: AbortSignal): Promise<Response> =>
  fetch(server.url + path, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(signal === undefined ? {} : { signal }),
  });

/** The queries on posts that MongoDB runs. */
const running = async (): Promise<number> => {
  const { client } = await api.service().database.get();
  const operations = await client
    .db('admin')
    .aggregate([{ $currentOp: {} }, { $match: { 'command.$db': (await api.service().database.get()).databaseName } }])
    .toArray();
  return operations.filter(({ command }) => command?.find === 'posts' || command?.aggregate === 'posts').length;
};

it('a read above the limit is refused, with its conditions named', async () => {
  const response = await get(readOf(refused));
  const { error } = (await response.json()) as { error: { message: string; details: unknown } };
  expect(response.status).toBe(400);
  expect(error).toMatchObject({
    name: 'ValidationError',
    message: expect.stringContaining('filters[body][$containsi] (300 times)') as string,
    details: { conditions: [{ path: 'filters[body][$containsi]', times: refused }] },
  });
  expect((await get('/api/posts?_q=nowhere&filters[title][$containsi]=q0z')).status).toBe(200);
});

it('costly reads leave room for others, wait for a short time, and end with their client', async () => {
  const clients = tokens.slice(0, 2).map((token) => {
    const controller = new AbortController();
    return { controller, ended: get(readOf(150), token, controller.signal).catch(() => 'ended') };
  });
  await waitFor(async () => {
    expect(await running()).toBe(2);
  });
  const waiting = get(readOf(150), tokens[2]);
  const others = ['/api/posts/post7', '/api/posts', '/api/posts?filters[title][$eq]=Post 7'];
  for (const path of others) expect((await get(path)).status).toBe(200);
  const late = await waiting;
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await running()).toBe(2);
  for (const { controller } of clients) controller.abort();
  expect(await Promise.all(clients.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
  await waitFor(async () => {
    expect(await running()).toBe(0);
  });
});
