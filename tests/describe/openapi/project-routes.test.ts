// The description of the routes that project code adds.
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { contentRoutes, fixedRoutes } from '../../../lib/api/http/routes/index.ts';
import { buildOpenApi } from '../../../lib/describe/openapi/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { compileExtensions } from '../../../lib/platform/extensions/index.ts';
import { library } from '../../write/documents/library.ts';
import type { Description } from './described.ts';

const handler = () => undefined;
const body = { type: 'object', properties: { email: { type: 'string' } }, required: ['email'] };
const route = { method: 'GET', path: '/book', permission: 'books.export', handler };

const describedWith = (...routes: readonly object[]): Description => {
  const extensions = compileExtensions(library, [{ file: 'extensions/shop.ts', definition: { routes } }]);
  const site = { schema: library, config: defaultConfig, extensions };
  return JSON.parse(JSON.stringify(buildOpenApi({ ...site, routes: { fixed: fixedRoutes, ofTypes: contentRoutes } })));
};

it('describes the body, the answer, the variables and the permission of each route', () => {
  const { paths } = describedWith(
    { ...route, method: 'PUT', path: '/orders/{id}', summary: 'Changes an order', body, answer: { type: 'boolean' } },
    { ...route, path: '/open', permission: 'everyone' },
  );
  expect(paths['/api/orders/{id}'].put).toMatchObject({
    operationId: 'extension.orders._id.put',
    summary: 'Changes an order',
    description: 'Needs the permission `extension::routes.books.export`.',
    tags: ['Extensions'],
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: { 200: { content: { 'application/json': { schema: { type: 'boolean' } } } }, default: {} },
  });
  expect(paths['/api/orders/{id}'].put.security).toBeUndefined();
  expect(paths['/api/open'].get).toMatchObject({ summary: 'GET /api/open', security: [] });
});

it('stays valid, with an id of its own for each operation', async () => {
  // `book.delete` is the id of an operation on the content type.
  const paths = ['/book', '/a/b', '/a.b', '/a/{b}', '/a-b', '/a_b', '/books/{id}/export'];
  const description = describedWith(
    ...paths.map((path) => ({ ...route, path })),
    ...paths.map((path) => ({ ...route, method: 'DELETE', path })),
  );
  expect(await new Validator().validate(description)).toEqual({ valid: true });
  const ids = Object.values<Description>(description.paths).flatMap((methods) =>
    Object.values<Description>(methods).map(({ operationId }) => operationId as string),
  );
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => id.startsWith('extension.'))).toHaveLength(14);
});
