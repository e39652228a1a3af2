// The routes that project code adds, through the same handlers as all other routes.
import { gzipSync } from 'node:zlib';
import { MongoNetworkError } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { LockTimeout } from '../../../lib/platform/db/index.ts';
import { answer, defineRoute, type RouteDefinition } from '../../../lib/platform/extensions/index.ts';
import type { Mail } from '../../../lib/platform/mail/index.ts';
import { otherwise } from '../../../functions/routes.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { answerRoute } from '../../../lib/api/project/index.ts';
import { createProjectApi, silentLog, toLambdaEvent } from '../../setup/api.ts';
import { waitFor } from '../../setup/waitFor.ts';
import { captureMails } from '../../setup/users.ts';
import { library } from '../../write/documents/library.ts';

const subscribed: unknown[] = [];

/** An error that is its own cause. */
const ownCause: Error & { cause?: unknown } = new Error('again');
ownCause.cause = ownCause;

const routes: readonly RouteDefinition[] = [
  defineRoute({
    method: 'POST',
    path: '/newsletter',
    permission: 'newsletter.subscribe',
    body: {
      type: 'object',
      properties: {
        email: { type: 'string', format: 'email' },
        topics: { type: 'array', items: { type: 'string', minLength: 2 }, maxItems: 3 },
      },
      required: ['email'],
      additionalProperties: false,
    },
    handler: ({ body, caller }) => {
      subscribed.push(body.email);
      return { email: body.email, caller };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/orders/{id}',
    permission: 'orders.find',
    handler: ({ params, query, headers }) => ({ id: params.id, query, language: headers['accept-language'] }),
  }),
  { method: 'DELETE', path: '/orders/{id}', permission: 'orders.remove', handler: () => undefined },
  {
    method: 'GET',
    path: '/orders/export',
    permission: 'everyone',
    handler: () => answer(200, 'id;total', { 'Content-Type': 'text/csv' }),
  },
  {
    ...{ method: 'POST', path: '/orders/{id}/payment', permission: 'everyone' },
    body: { type: 'object' },
    handler: ({ rawBody, headers, caller }) => ({ rawBody, signature: headers['x-signature'], caller }),
  },
  {
    ...{ method: 'POST', path: '/mails', permission: 'everyone', body: { type: 'object' } },
    handler: async ({ body, mail }) => {
      await mail.send(body as Mail);
    },
  },
  { method: 'GET', path: '/shop/cart/{id}', permission: 'everyone', handler: ({ params }) => params },
  { method: 'POST', path: '/shop/{kind}/{id}', permission: 'everyone', handler: ({ params }) => params },
  { method: 'PUT', path: '/parts', permission: 'constructor.name', handler: () => undefined },
  {
    method: 'GET',
    path: '/moved',
    permission: 'everyone',
    handler: () => answer(303, undefined, { Location: '/new' }),
  },
  {
    ...{ method: 'GET', path: '/fails/{how}', permission: 'everyone' },
    handler: ({ params, fail }) => {
      if (params.how === 'throws') throw new Error('the price is missing');
      if (params.how === 'rejects') return Promise.reject(new Error('the price is missing'));
      if (params.how === 'no-text') throw Object.create(null);
      if (params.how === 'own-cause') throw ownCause;
      if (params.how === 'number') throw Object.assign(new Error('x'), { message: 1n });
      if (params.how === 'details') return fail(409, 'no JSON', { total: 1n });
      if (params.how === 'length') return answer(200, 1, { 'Content-Length': '5' });
      if (params.how === 'big') return 'x'.repeat(7_000_000);
      if (params.how === 'circular') return BigInt(1);
      if (params.how === 'header') return answer(200, 1, { 'x-a': 'a\r\nb: c' });
      if (params.how === 'status') return fail(200, 'is no error');
      return fail(409, 'The order is paid already', { order: 1 });
    },
  },
];

let late: Promise<unknown> | undefined;

const bookRoutes: readonly RouteDefinition[] = [
  defineRoute({
    ...{ method: 'POST', path: '/wishes', permission: 'everyone' },
    body: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
    handler: async ({ body: { title }, documents }) => {
      const { documentId } = await documents.asSystem.create('api::book.book', { title }, { status: 'published' });
      const { data } = await documents.asSystem.find('api::book.book', { filters: { title: { $eq: title } } });
      return answer(201, { documentId, found: data.map((one) => one.documentId) });
    },
  }),
  {
    ...{ method: 'GET', path: '/hangs', permission: 'everyone' },
    handler: async ({ documents, signal }) => {
      await new Promise((resolve) => {
        signal.addEventListener('abort', resolve);
      });
      late = documents.transaction(({ asSystem }) => asSystem.create('api::book.book', { title: 'Too late' }));
      await late;
    },
  },
  {
    ...{ method: 'GET', path: '/wishes', permission: 'everyone' },
    handler: ({ documents }) => documents.asCaller.find('api::book.book'),
  },
];

const api = createProjectApi(library, { routes: [...routes, ...bookRoutes] });

const post = (path: string, body: unknown, as: Parameters<typeof api.request>[2] = {}) =>
  api.request('POST', path, { body, ...as });

it('answers what the handler returns, for the whole body', async () => {
  const { status, body, headers } = await post('/api/newsletter', { email: 'ada@example.org' });
  expect({ status, body }).toEqual({
    status: 200,
    body: { email: 'ada@example.org', caller: { kind: 'token', id: expect.any(String) } },
  });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-request-id': 'test',
  });
});

it('reports every fault of the body at its path', async () => {
  const before = subscribed.length;
  const { status, body } = await post('/api/newsletter', { email: 'ada', topics: ['x', 1], topic: 1 });
  expect(status).toBe(400);
  expect(
    body.error.details.errors.map(({ path, message }: { path: string[]; message: string }) => [
      path.join('.'),
      message,
    ]),
  ).toEqual([
    ['topic', 'Invalid key topic'],
    ['email', 'email must match format "email"'],
    ['topics.0', 'topics[0] must be at least 2 characters'],
    ['topics.1', expect.stringContaining('topics[1] must be a `string` type')],
  ]);
  expect((await post('/api/newsletter', {})).body.error.message).toBe('email must be defined.');
  expect((await post('/api/newsletter', [])).body.error.message).toContain('body must be a `object` type');
  expect((await post('/api/newsletter', undefined)).body.error.message).toBe('This request needs a body');
  expect((await post('/api/newsletter', '{"email": ')).body.error.message).toBe('The request body is not valid JSON');
  expect((await post('/api/newsletter', '{"email":"a@b.example","__proto__":1}')).status).toBe(400);
  const anyObject = await post('/api/orders/1/payment', '{"a":{"__proto__":1}}');
  expect([anyObject.status, anyObject.body.error.message]).toEqual([
    400,
    'Object contains forbidden prototype property',
  ]);
  expect(subscribed).toHaveLength(before);
});

it('sends mails through the configured transport, each to one address', async () => {
  const mails = captureMails(api);
  const mail = { to: 'ada@example.org', subject: 'Your order', text: 'is on its way' };
  expect(
    (await post('/api/mails', { ...mail, from: 'boss@example.org', attachments: [{ path: '/etc/passwd' }] })).status,
  ).toBe(204);
  const html = { to: mail.to, subject: mail.subject, html: '<p>is on its way</p>' };
  expect((await post('/api/mails', html)).status).toBe(204);
  expect(mails).toEqual([mail, html]);
  for (const change of [
    { to: 'ada@example.org, bob@example.org' },
    { to: 'ada@example.org\r\nBcc: bob@example.org' },
    { to: ['ada@example.org'] },
    { subject: 'two\nlines' },
    { text: undefined },
    { html: 1 },
  ])
    expect((await post('/api/mails', { ...mail, ...change })).status, JSON.stringify(change)).toBe(500);
  expect(mails).toHaveLength(2);
});

it('refuses a body where the route has none, and one that is too large', async () => {
  const remove = (body?: unknown) => api.request('DELETE', '/api/orders/1', body === undefined ? {} : { body });
  expect((await remove({ a: 1 })).body.error.message).toBe('This request takes no body');
  expect(await remove()).toMatchObject({ status: 204, body: undefined });
  expect((await post('/api/newsletter', { email: 'x'.repeat(2_000_000) })).status).toBe(413);
});

it('gives the variables, the query and the headers', async () => {
  const { body } = await api.get('/api/orders/a%20b?filters[total][$gt]=5&list=1&list=2', {
    headers: { 'accept-language': 'fr' },
  });
  expect(body).toEqual({ id: 'a b', query: { filters: { total: { $gt: '5' } }, list: ['1', '2'] }, language: 'fr' });
  expect((await api.get('/api/orders/1?__proto__[a]=1')).status).toBe(400);
});

it('prefers a path without variables, and answers a text', async () => {
  const { body, headers } = await api.get('/api/orders/export');
  expect(body).toBe('id;total');
  expect(headers['content-type']).toBe('text/csv');
});

it('gives the body as it was sent, for signatures, and does not read the credentials where everyone may', async () => {
  const rawBody = '{ "paid":  true }';
  const foreign = { as: { token: 'of.another.service' }, headers: { 'x-signature': 's' } };
  const { body } = await post('/api/orders/1/payment', rawBody, foreign);
  expect(body).toEqual({ rawBody, signature: 's', caller: { kind: 'public', id: 'public' } });
});

it('gives a compressed body as it was before, and asks for JSON instead of a URL-encoded form', async () => {
  const rawBody = '{ "paid":  true }';
  const packed = { body: gzipSync(rawBody).toString('base64'), isBase64Encoded: true };
  const send = (coding: string) =>
    api.request('POST', '/api/orders/1/payment', { ...packed, headers: { 'content-encoding': coding } });
  expect(await send('gzip')).toMatchObject({ status: 200, body: { rawBody } });
  expect(await send('zstd')).toMatchObject({ status: 415 });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await post('/api/orders/1/payment', 'paid=true', { headers });
  expect([status, body.error.message]).toEqual([
    400,
    'Send JSON as the body, with the header Content-Type: application/json',
  ]);
});

it('answers with a status and headers of its own', async () => {
  const { status, headers, body } = await api.get('/api/moved');
  expect({ status, location: headers.location, body }).toEqual({ status: 303, location: '/new', body: undefined });
});

it('needs the permission, which roles and tokens can have', async () => {
  const body = { email: 'a@example.org' };
  const service = api.service();
  expect((await post('/api/newsletter', body, { as: null })).status).toBe(403);
  expect((await post('/api/newsletter', body, { as: { token: 'wrong' } })).status).toBe(401);
  expect((await post('/api/newsletter', body, { as: 'read-only' })).status).toBe(403);
  // A read-only token may what is named like a read.
  expect((await api.get('/api/orders/1', { as: 'read-only' })).status).toBe(200);
  const create = async (permissions: readonly string[]) =>
    (
      await api.request('POST', '/admin/api-tokens', {
        as: { token: service.secrets.owner ?? '' },
        body: { name: permissions.join(), type: 'custom', permissions },
      })
    ).body;
  const { data } = await create(['newsletter.subscribe']);
  expect(data.permissions).toEqual(['extension::routes.newsletter.subscribe']);
  expect((await post('/api/newsletter', body, { as: { token: data.accessKey } })).status).toBe(200);
  expect((await api.request('DELETE', '/api/orders/1', { as: { token: data.accessKey } })).status).toBe(403);
  expect((await create(['newsletter.subscribes'])).error.message).toBe(
    'there is no permission "newsletter.subscribes"; did you mean "newsletter.subscribe"?',
  );
});

it('lists its permissions, and takes them for roles, without conditions', async () => {
  const { body } = await api.get('/api/users-permissions/permissions');
  const off = { enabled: false, policy: '' };
  expect(body.permissions['extension::routes']).toEqual({
    controllers: { newsletter: { subscribe: off }, orders: { find: off, remove: off }, constructor: { name: off } },
  });
  const { roles } = (await api.get('/api/users-permissions/roles')).body;
  const role = roles.find(({ type }: { type: string }) => type === 'public');
  const put = (subscribe: object) => {
    const permissions = { 'extension::routes': { controllers: { newsletter: { subscribe } } } };
    return api.request('PUT', `/api/users-permissions/roles/${role.id}`, { body: { permissions } });
  };
  expect((await put({ enabled: true, own: true })).body.error.message).toContain('takes no conditions');
  expect((await put({ enabled: true })).status).toBe(200);
  expect((await post('/api/newsletter', { email: 'a@example.org' }, { as: null })).status).toBe(200);
});

it('answers 405 and preflight requests like other routes', async () => {
  for (const [method, path, allowed] of [
    ['GET', '/api/newsletter', 'POST'],
    ['PUT', '/api/newsletter', 'POST'],
    ['PUT', '/api/orders/1', 'GET, DELETE'],
    ['POST', '/api/orders/export', 'GET'],
    ['GET', '/api/orders/1/payment', 'POST'],
  ] as const) {
    const { status, headers } = await api.request(method, path);
    expect([method, path, status, headers.allow]).toEqual([method, path, 405, allowed]);
  }
  expect((await api.get('/api/newsletters')).status).toBe(404);
  // As API Gateway, which has no route for a path with a slash at its end.
  const slash = toLambdaEvent('GET', '/api/moved/', { headers: {} }, { routeKey: '$default', pathParameters: {} });
  const unrouted = endpoint(otherwise.operation, () => Promise.resolve(api.service()), silentLog);
  expect(await unrouted.direct(slash)).toMatchObject({ statusCode: 308, headers: { location: '/api/moved' } });
  const { status, headers } = await api.request('OPTIONS', '/api/newsletter', {
    headers: { origin: 'https://a.example' },
  });
  expect([status, headers['access-control-allow-methods']]).toEqual([204, expect.stringContaining('POST')]);
});

it('finds a route by its method where the gateway has chosen another path', async () => {
  const route = { routeKey: 'ANY /api/shop/cart/{id}', pathParameters: { id: '5' } };
  const handler = endpoint(answerRoute, () => Promise.resolve(api.service()), silentLog);
  const send = (method: string) => handler.direct(toLambdaEvent(method, '/api/shop/cart/5', { headers: {} }, route));
  expect(await send('POST')).toMatchObject({ statusCode: 200, body: '{"kind":"cart","id":"5"}' });
  expect(await send('GET')).toMatchObject({ statusCode: 200, body: '{"id":"5"}' });
  expect(await send('DELETE')).toMatchObject({ statusCode: 405 });
  expect(await api.request('POST', '/api/shop/cart/5')).toMatchObject({ body: { kind: 'cart', id: '5' } });
});

it('ends with the error that the handler names', async () => {
  const { status, body } = await api.get('/api/fails/paid');
  expect({ status, body }).toEqual({
    status: 409,
    body: {
      data: null,
      error: { status: 409, name: 'ConflictError', message: 'The order is paid already', details: { order: 1 } },
    },
  });
});

it.each([
  ...['throws', 'rejects', 'no-text', 'own-cause', 'number'],
  ...['big', 'circular', 'header', 'length', 'status', 'details'],
])('an error of project code (%s) is a bare 500 with a log line', async (how) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { status, body } = await api.get(`/api/fails/${how}`);
  expect([status, body.error.message]).toEqual([500, 'Internal Server Error']);
  const { error } = JSON.parse(String(log.mock.calls[0]?.[0]));
  expect(error.message).toBe('GET /fails/{how} in extensions/1.ts failed');
  if (how === 'throws' || how === 'rejects') {
    expect(error.cause.message).toBe('the price is missing');
    expect(error.cause.stack).toContain('routes.api.test.ts');
  }
});

it.each([
  ['cannot be reached', new MongoNetworkError('connect ECONNREFUSED'), 'The database cannot be reached at the moment'],
  ['is locked', new LockTimeout(undefined), 'Another write holds a document that this one needs: try again'],
])('a database that %s is a 503, as for other requests', async (_, error, message) => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(api.service().locales, 'known').mockRejectedValue(error);
  const { status, body } = await post('/api/wishes', { title: 'x' });
  expect([status, body.error.message]).toEqual([503, message]);
});

it('a handler that takes too long is a 503, and cannot write any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const log = vi.spyOn(console, 'error').mockReturnValue();
  try {
    const reply = api.get('/api/hangs');
    await waitFor(() => {
      expect(vi.getTimerCount()).toBeGreaterThan(0);
    });
    await vi.advanceTimersByTimeAsync(25_000);
    expect((await reply).status).toBe(503);
    await expect(late).rejects.toThrow('the time of the handler is over');
  } finally {
    log.mockRestore();
    vi.useRealTimers();
  }
});

it('reads and writes documents as the system, or with the permissions of the caller', async () => {
  const { status, body } = await post('/api/wishes', { title: 'Emma' }, { as: null });
  expect([status, body.found]).toEqual([201, [body.documentId]]);
  expect((await api.get(`/api/books/${body.documentId}`)).body.data.title).toBe('Emma');
  expect((await api.get('/api/wishes', { as: null })).status).toBe(403);
  const wrong = await post('/api/wishes', { title: 'x'.repeat(300) }, { as: null });
  expect([wrong.status, wrong.body.error.details.errors[0].path]).toEqual([400, ['title']]);
});
