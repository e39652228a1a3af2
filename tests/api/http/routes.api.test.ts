// Which paths and methods exist, and the answers to all others.
import { resolve } from 'node:path';
import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { routes } from '../../../functions/routes.ts';
import { answerUnrouted, endpoint } from '../../../lib/api/http/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, silentLog, toLambdaEvent } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';

const api = createApi(library);

type RouteRequest = readonly [method: string, url: string, allow: string];

/** Requests of one method; `allow` are the methods that the path has. */
const requests = (method: string, allow: string, ...urls: readonly string[]): readonly RouteRequest[] =>
  urls.map((url) => [method, url, allow]);

it.each([
  ...requests('GET', '', '/', '/api', '/api/', '/books', '/api/nope', '/api/book', '/api/homes', '/api/home/x'),
  ...requests('GET', '', '/api/books/x/y', '/api//books', '/api/constructor', '/api/__proto__', '/api/part.quote'),
  ...requests('GET', '', '/api/books/%', '/api/books/%00', '/api/books/$where', '/api/books/x/actions/nope'),
  ...requests('GET', '', '/api/home/actions/bulk'),
  ...requests('PATCH', '', '/api/nope'),
  ...requests('POST', '', '/api/nope', '/api/books/x/actions/nope', '/api/books/x/actions/publish/now'),
  ...requests('POST', '', '/api/books/x/publish', '/api/books/actions/publish', '/api/home/x/actions/publish'),
  ...requests('POST', '', '/api/home/actions/nope', '/api/nope/actions/publish', '/api/books/x/actions/constructor'),
  ...requests('POST', '', '/api/home/actions/bulk', '/api/nope/actions/bulk', '/api/books/actions/bulk/x'),
])('answers 404 on an unknown path, with any permissions: %s %s', async (method, url) => {
  for (const as of ['full-access', 'read-only'] as const) {
    const { status, body } = await api.request(method, url, { as });
    expect([status, body.data, body.error.name, body.error.details]).toEqual([404, null, 'NotFoundError', {}]);
  }
});

it.each([
  ...['PUT', 'DELETE', 'PATCH'].flatMap((method) => requests(method, 'GET, POST', '/api/books')),
  ...['POST', 'PATCH'].flatMap((method) => requests(method, 'GET, PUT, DELETE', '/api/books/x', '/api/home')),
  ...requests('GET', 'POST', '/api/books/x/actions/publish', '/api/books/actions/bulk'),
  ...requests('PUT', 'POST', '/api/books/x/actions/unpublish'),
  ...requests('DELETE', 'POST', '/api/home/actions/discard-draft'),
])('answers 405 to an unsupported method, and lists the supported ones: %s %s', async (method, url, allow) => {
  for (const as of ['full-access', null] as const) {
    const { status, headers, body } = await api.request(method, url, { as, body: { data: {} } });
    expect([status, headers.allow]).toEqual([405, allow]);
    expect(body).toEqual({
      data: null,
      error: { status: 405, name: 'MethodNotAllowedError', message: 'Method Not Allowed', details: {} },
    });
  }
});

describe('a method that a fixed path does not have is 405, though the path looks like that of content', () => {
  it.each([
    ...requests('POST', 'GET', '/api/sync'),
    ...requests('DELETE', 'GET, POST', '/api/users'),
    ...requests('GET', 'POST', '/api/upload', '/api/auth/local'),
    ...requests('PUT', 'GET', '/api/users/me'),
    ...requests('DELETE', 'GET', '/api/users/count/', '/api/upload/files'),
    ...['PUT', 'PATCH'].flatMap((method) => requests(method, 'POST', '/api/auth/local')),
    ...requests('DELETE', 'POST', '/api/auth/local/'),
    ...requests('PUT', 'GET, POST', '/api/i18n/locales'),
    ...requests('GET', 'PUT, DELETE', '/api/i18n/locales/1'),
    ...requests('PUT', 'GET, DELETE', '/api/upload/files/1'),
  ])('%s %s', async (method, url, allow) => {
    const { status, headers } = await api.request(method, url, { as: null, body: {} });
    expect([status, headers.allow]).toEqual([405, allow]);
  });

  it.each([
    ['POST', '/api/users/actions/bulk'],
    ['GET', '/api/auth/locals'],
    ['PUT', '/api/auth'],
  ])('%s %s is no fixed path', async (method, url) => {
    expect((await api.request(method, url, { body: {} })).status).toBe(404);
  });
});

it.each(routes)('a route $method $path is answered by functions/$function.ts', async ({ function: name, handler }) => {
  // Vitest would keep the list of files that it finds in a template, also after a function was added.
  const path = resolve('functions', `${name}.ts`);
  const file = (await import(/* @vite-ignore */ path)) as { readonly handler: unknown };
  expect(file.handler).toBe(handler);
});

/** What the answer says of an id that names nothing, by the start of the path. */
const absences = {
  '/admin/api-tokens/{id}': 'API Token not found',
  '/admin/webhooks/{id}': 'Webhook not found',
  '/api/users-permissions/roles/{id}': 'Role not found',
  '/api/users/{id}': 'Document not found',
  '/api/upload/files/{id}': 'file.notFound',
  '/api/i18n/locales/{id}': 'locale.notFound',
};
const named = Object.entries(absences).flatMap(([start, message]) =>
  fixedRoutes.filter(({ path }) => path.startsWith(start)).map(({ method, path }) => ({ method, path, message })),
);

it.each(named)('an id that names nothing is 404: $method $path', async ({ method, path, message }) => {
  const as = path.startsWith('/admin') ? { token: secrets.owner } : 'full-access';
  for (const id of ['999999', 'abc', '0', '01', '1e0', '1.5', '-1', '%24gt', '%00', '9'.repeat(30)]) {
    const body = method === 'PUT' ? { name: 'x' } : {};
    const reply = await api.request(method, path.replace('{id}', id), { as, body });
    // A user who is deleted already can be deleted again.
    if (`${method} ${path}` === 'DELETE /api/users/{id}') expect(reply.status).toBe(204);
    else
      expect([id, reply.status, reply.body.error.name, reply.body.error.message]).toEqual([
        id,
        404,
        'NotFoundError',
        message,
      ]);
  }
});

describe('an answer', () => {
  it('is JSON in an envelope', async () => {
    const { headers, body } = await api.get('/api/books');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({ data: [], meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } } });
  });

  it('to a delete is empty, even if there was nothing to delete', async () => {
    for (const path of ['/api/books/aaaaaaaaaaaaaaaaaaaaaaaa', '/api/home', '/api/rules']) {
      const { status, headers, body } = await api.delete(path);
      expect([status, headers['content-type'], headers.etag, body]).toEqual([204, undefined, undefined, undefined]);
    }
  });

  it.each(['/api/books/x?status=nope', '/api/books?status=nope', '/api/home?status[]=draft'])(
    'to a request with an unknown status is 400: %s',
    async (url) => {
      expect((await api.get(url)).status).toBe(400);
    },
  );
});

describe('a slash at the end of a path, which makes it another path for the gateway', () => {
  // The gateway passes such a path to this handler; the server does not.
  const handler = endpoint(answerUnrouted, () => Promise.resolve(api.service()), silentLog);
  const requestPath = async (method: string, url: string) => {
    const event = toLambdaEvent(method, url, { headers: {} }, { routeKey: '$default', pathParameters: {} });
    const { statusCode, headers } = await handler(event, {} as Context);
    return [statusCode, headers?.location];
  };

  it.each([
    ['GET', '/api/books/', '/api/books'],
    ['GET', '/api/books/?filters[title]=a%20b', '/api/books?filters[title]=a%20b'],
    ['PUT', '/api/books/x/', '/api/books/x'],
    ['POST', '/api/auth/local//', '/api/auth/local'],
  ])('%s %s redirects to the path without it', async (method, url, location) => {
    expect(await requestPath(method, url)).toEqual([308, location]);
  });

  it.each([
    ['PATCH', '/api/books/', 405],
    ['GET', '/api/auth/local/', 405],
    ['GET', '/api/nope/', 404],
    ['GET', '//books/', 404],
  ])('%s %s is %i nevertheless', async (method, url, status) => {
    expect(await requestPath(method, url)).toEqual([status, undefined]);
  });
});
