// Response headers: for browsers, caches and cross-origin pages, and the request id.
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultConfig, type Config } from '../../../lib/platform/config/index.ts';
import { endpoint, plainAnswer, type Operation } from '../../../lib/api/http/index.ts';
import type { Service } from '../../../lib/platform/service.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, toLambdaEvent, silentLog, type Api, type Call, type Reply } from '../../setup/api.ts';
import { addPublicRole } from '../../setup/accounts.ts';

const withCors = (cors: Partial<Config['http']['cors']>): Config => ({
  ...defaultConfig,
  http: { ...defaultConfig.http, cors: { ...defaultConfig.http.cors, ...cors } },
});

const api = createApi(library);
const named = createApi(
  library,
  withCors({ origins: ['https://a.example', 'https://b.example'], credentials: true, headers: ['X-Mine'], maxAge: 5 }),
);
const mixed = createApi(library, withCors({ origins: ['*', 'https://a.example'], credentials: true }));
const closed = createApi(library, withCors({ origins: [] }));
const deployed = createApi(library, { ...defaultConfig, edgeSeconds: 10 });

beforeAll(async () => {
  for (const one of [api, named, mixed, closed, deployed])
    await addPublicRole(one.service(), ['api::shelf.shelf.find']);
});

const from = (origin: string): Call => ({ as: null, headers: { Origin: origin } });
const etagOf = async (testApi: Api): Promise<string> =>
  String((await testApi.get('/api/shelves', { as: null })).headers.etag);

/** What an operation answers to a GET. */
const answerTo = (
  path: string,
  operation: Operation,
  headers: Readonly<Record<string, string>> = {},
  service: () => Promise<Service> = () => Promise.resolve(api.service()),
): Promise<APIGatewayProxyStructuredResultV2> => {
  const event = toLambdaEvent('GET', path, { headers }, { routeKey: '$default', pathParameters: {} });
  return endpoint(operation, service, silentLog)(event, {} as Context); // Handlers do not read the context.
};

/** Requests for every kind of answer. */
const kinds: readonly (readonly [name: string, status: number, ask: (testApi: Api, call: Call) => Promise<Reply>])[] = [
  ['a read', 200, (testApi, call) => testApi.get('/api/shelves', { ...call, as: null })],
  [
    'a conditional read',
    304,
    async (testApi, { headers }) =>
      testApi.get('/api/shelves', { as: null, headers: { ...headers, 'If-None-Match': await etagOf(testApi) } }),
  ],
  ['a read with a token', 200, (testApi, { headers }) => testApi.get('/api/shelves', { headers: headers ?? {} })],
  ['a write', 204, (testApi, { headers }) => testApi.delete('/api/shelves/x', { headers: headers ?? {} })],
  ['a forbidden read', 403, (testApi, call) => testApi.get('/api/books', call)],
  ['a path that does not exist', 404, (testApi, call) => testApi.get('/nowhere', call)],
  ['another method', 405, (testApi, call) => testApi.request('PATCH', '/api/books', call)],
  [
    'an invalid body',
    400,
    (testApi, { headers }) => testApi.request('POST', '/api/books', { headers: headers ?? {}, body: '{' }),
  ],
  ['a preflight', 204, (testApi, call) => testApi.request('OPTIONS', '/api/books', call)],
];

describe.each(kinds)('%s', (name, status, ask) => {
  it('has the security headers of an API', async () => {
    const reply = await ask(api, { as: null });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  it('may be kept only if it is public, and served again only after a question', async () => {
    const isPublic = ['a read', 'a conditional read'].includes(name);
    const { headers } = await ask(api, { as: null });
    expect(headers['cache-control']).toBe(isPublic ? 'no-cache' : 'private, no-store');
    const atEdge = await ask(deployed, { as: null });
    expect(atEdge.headers['cache-control']).toBe(isPublic ? 'public, max-age=0, s-maxage=10' : 'private, no-store');
  });

  it('may be read by pages of any origin, with the same headers for all', async () => {
    for (const call of [{ as: null }, from('https://x.example')]) {
      const { headers } = await ask(api, call);
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers':
          'ETag, Idempotent-Replayed, Retry-After, Server-Timing, WWW-Authenticate, X-Request-Id',
        vary: 'Authorization, Strapi-Response-Format',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('may be read only by pages of the configured origins, if there are any', async () => {
    const [a, x, none] = [
      await ask(named, from('https://b.example')),
      await ask(named, from('https://x.example')),
      await ask(named, { as: null }),
    ];
    expect(a.headers).toMatchObject({
      'access-control-allow-origin': 'https://b.example',
      'access-control-allow-credentials': 'true',
    });
    for (const { headers } of [x, none]) {
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
    for (const { headers } of [a, x, none]) expect(headers.vary).toBe('Authorization, Strapi-Response-Format, Origin');
  });

  it('has the id of its request', async () => {
    expect((await ask(api, { as: null })).headers['x-request-id']).toBe('test');
    expect((await ask(api, { as: null, headers: { 'X-Request-ID': 'mine-1' } })).headers['x-request-id']).toBe(
      'mine-1',
    );
  });
});

describe('a cross-origin page', () => {
  it('may send cookies if its origin is configured, and read without them if all origins may', async () => {
    const [a, x] = [
      await mixed.get('/api/shelves', from('https://a.example')),
      await mixed.get('/api/shelves', from('https://x.example')),
    ];
    expect(a.headers).toMatchObject({
      'access-control-allow-origin': 'https://a.example',
      'access-control-allow-credentials': 'true',
    });
    expect(x.headers).toMatchObject({ 'access-control-allow-origin': '*' });
    expect(x.headers).not.toHaveProperty('access-control-allow-credentials');
    for (const { headers } of [a, x]) expect(headers.vary).toBe('Authorization, Strapi-Response-Format, Origin');
  });

  it('may read nothing if no origins are configured', async () => {
    const { status, headers } = await closed.get('/api/shelves', from('https://a.example'));
    expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined]);
  });

  it.each(['/', '/api', '/api/books', '/api/books/x', '/api/i18n/locales', '/api/home', '/api/nope', '/a/b/c/d', '*'])(
    'gets an answer to a preflight of any path: %s',
    async (path) => {
      const call = { ...from('https://a.example'), headers: { 'Access-Control-Request-Method': 'PUT' } };
      const { status, headers, body } = await api.request('OPTIONS', path, call);
      expect([status, body]).toEqual([204, undefined]);
      expect(headers).toMatchObject({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Lectern-Source, Lectern-Source-Maps, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Strapi-Encode-Source-Maps, Strapi-Response-Format, X-Request-Id, X-Strapi-Refresh-Cookie',
        'access-control-max-age': '86400',
      });
    },
  );

  it('may send the configured headers, too', async () => {
    const { headers } = await named.request('OPTIONS', '/api/books', from('https://a.example'));
    expect(headers['access-control-allow-headers']).toMatch(/^Accept, .*, X-Mine$/);
    expect(headers['access-control-max-age']).toBe('5');
  });
});

it.each<[path: string, cached: string]>([
  ['/api/users', 'private, no-store'],
  ['/api/users/me', 'private, no-store'],
  ['/api/auth/email-confirmation', 'private, no-store'],
  ['/api/users-permissions/roles', 'private, no-store'],
  ['/admin/api-tokens', 'private, no-store'],
  ['/api/usersish', 'no-cache'],
  ['/api/authors', 'no-cache'],
])('an answer about users, roles or tokens is not kept, whoever sends the request: %s', async (path, cached) => {
  const { headers } = await answerTo(path, () => Promise.resolve(plainAnswer({})));
  expect(headers?.['cache-control']).toBe(cached);
});

describe('the id of a request', () => {
  const answeredId = async (requestId: string): Promise<unknown> =>
    (await api.get('/api/books', { headers: { 'x-request-id': requestId } })).headers['x-request-id'];

  it.each([['7f-1'], ['~!@#$%^&*()'], ['x'.repeat(128)]])('is the one that the caller sends: %s', async (requestId) => {
    expect(await answeredId(requestId)).toBe(requestId);
  });

  it.each([[''], ['a b'], ['a\nb'], ['é'], ['x'.repeat(129)]])(
    'is that of the gateway if the caller sends an invalid one: %j',
    async (requestId) => {
      expect(await answeredId(requestId)).toBe('test');
    },
  );

  it('is in the log', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const sent = { 'X-Request-Id': 'mine-2', Origin: 'https://a.example' };
    const { statusCode, headers } = await answerTo('/api/x', () => Promise.reject(new Error('secret')), sent);
    expect([statusCode, headers?.['x-request-id'], headers?.['access-control-allow-origin']]).toEqual([
      500,
      'mine-2',
      '*',
    ]);
    expect(JSON.parse(String(logged.mock.calls[0]?.[0]))).toMatchObject({ requestId: 'mine-2' });
  });
});

it('an answer has no CORS headers if the configuration cannot be loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answer = () => Promise.resolve(plainAnswer({}));
  const { statusCode, headers } = await answerTo('/api/x', answer, {}, () => Promise.reject(new Error('no service')));
  expect(statusCode).toBe(500);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-request-id': 'test' });
});
