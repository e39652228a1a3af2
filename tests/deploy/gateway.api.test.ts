// Functions behind the gateway answer as `npm start` does, also to methods and paths that do not exist.
import type { Context } from 'aws-lambda';
import { expect, it } from 'vitest';
import { routes as served } from '../../functions/routes.ts';
import { loadRoutes } from '../../infra/routes.js';
import { endpoint, type Endpoint } from '../../lib/api/http/index.ts';
import { routes as table } from '../../lib/api/http/routes/index.ts';
import { library } from '../write/documents/library.ts';
import { createApi, silentLog, toLambdaEvent, type Reply } from '../setup/api.ts';
import { gatewayOf, gatewayOrders } from './gateway.ts';

process.env.LECTERN_EXTENSIONS = '';
const routes = await loadRoutes();
const api = createApi(library);

const handlers = new Map<string, Endpoint>(
  served.map((route) => [
    route.function,
    endpoint(route.handler.operation, () => Promise.resolve(api.service()), silentLog),
  ]),
);

/** What is compared: who may not use a route is 401 or 403, what does not exist 404 or 405. */
const outcomeOf = ({ status, headers, body }: Pick<Reply, 'status' | 'headers' | 'body'>): readonly unknown[] => [
  status,
  headers.allow,
  body?.error?.message,
];

const unknownPaths = [
  ...[
    '/api/users/1/nope',
    '/api/auth/nope',
    '/api/auth/sessions/1/nope',
    '/api/upload/nope',
    '/api/upload/files/1/nope',
  ],
  ...['/api/trash/x', '/api/trash/x/y/z', '/api/editor/nope', '/api/editor/list-views/1/nope', '/api/connect/a/b'],
  ...['/api/content-releases/1/nope', '/api/content-releases/1/actions/2/3', '/api/books/1/versions/2/nope'],
  ...['/admin/api-tokens/1/nope', '/scim/v2/Users/1/nope', '/docs/a/b', '/api/home/nope', '/api/home/versions/1/nope'],
];

const paths = [
  ...new Set(
    table.flatMap(({ path }) =>
      (path.includes('{contentType}') ? ['books', 'home', 'nope'] : ['']).map((type) =>
        path.replaceAll('{contentType}', type).replaceAll(/\{\w+\}/g, 'x1'),
      ),
    ),
  ),
  ...unknownPaths,
];

/**
 * Where the gateway knows a path better than `npm start`, which has a route for a method of content there: 405 in place of 404, and
 * 404 in place of 403, because no document has this name.
 */
const exceptions: Readonly<Record<string, readonly unknown[]>> = Object.fromEntries(
  ['PUT', 'DELETE'].flatMap((method) => [
    [`${method} /api/connect/x1`, [405, 'GET', 'Method Not Allowed']],
    ...['uid', 'versions', 'comments', 'stages'].map((name) => [
      `${method} /api/books/${name}`,
      [404, undefined, 'Not Found'],
    ]),
  ]),
) as Readonly<Record<string, readonly unknown[]>>;

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s of any path', async (method) => {
  const gateways = gatewayOrders.map((order) => gatewayOf(routes, order));
  for (const path of paths) {
    const expected = outcomeOf(await api.request(method, path, { as: null }));
    const matches = new Map(gateways.map((gateway) => gateway(method, path)).map((one) => [one.routeKey, one]));
    for (const match of matches.values()) {
      const event = toLambdaEvent(method, path, { headers: {} }, match);
      const {
        statusCode = 0,
        headers = {},
        body,
      } = await (handlers.get(match.name) ?? expect.fail())(event, {} as Context);
      const reply = {
        status: statusCode,
        headers,
        body: body?.startsWith('{') === true ? JSON.parse(body) : undefined,
      };
      const wanted =
        match.name === 'update' || match.name === 'delete' ? expected : (exceptions[`${method} ${path}`] ?? expected);
      expect([method, path, match.name, ...outcomeOf(reply)]).toEqual([method, path, match.name, ...wanted]);
    }
  }
});
