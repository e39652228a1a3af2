// The faults of routes that `lectern check` reports, and the types of `defineRoute`.
import { describe, expect, expectTypeOf, it } from 'vitest';
import { checkProjectRoutes } from '../../../lib/api/project/index.ts';
import {
  compileExtensions,
  defineRoute,
  projectRoutes,
  type FromSchema,
} from '../../../lib/platform/extensions/index.ts';
import { library } from '../../write/documents/library.ts';

const good = { method: 'GET', path: '/orders', permission: 'orders.find', handler: () => 1 };

const check = (...routes: readonly object[]) => {
  const extensions = compileExtensions(library, [{ file: 'extensions/shop.ts', definition: { routes } }]);
  checkProjectRoutes({ schema: library, extensions });
  return extensions;
};

const messageOf = (...routes: readonly object[]): string => {
  try {
    check(...routes);
  } catch (error) {
    return (error as Error).message;
  }
  return 'no fault';
};

describe('the form of a route', () => {
  it.each([
    [{ method: 'PATCH' }, 'method: must be one of GET, POST, PUT, DELETE'],
    [{ path: 'orders' }, 'path: must be a path that begins with /, like /orders/{id}'],
    [
      { path: '/orders/' },
      'path: has the segment "": a segment is letters, digits and . _ ~ -, or a variable like {id}',
    ],
    [{ path: '/orders/:id' }, 'path: writes a variable as {id}, not as :id'],
    [{ path: '/api/orders' }, 'path: must not begin with /api: every route is below it'],
    [{ path: '/{id}' }, 'path: must not begin with a variable: it would be a path of all content types'],
    [{ path: '/orders/{proxy+}' }, 'path: has the segment "{proxy+}"'],
    [{ path: '/a/{id}/{id}' }, 'path: has the same variable twice'],
    [{ path: '/../admin' }, 'path: has the segment ".."'],
    [{ permission: 'orders' }, 'permission: must be a name like newsletter.subscribe, or everyone'],
    [{ permission: 'api::orders.orders.find' }, 'permission: must be a name like newsletter.subscribe, or everyone'],
    [{ permission: undefined }, 'permission: must be a name like newsletter.subscribe, or everyone'],
    [{ summary: 1 }, 'summary: must be a text'],
    [{ answer: [] }, 'answer: must be a JSON Schema'],
    [{ body: {} }, 'body: is not possible here: requests with GET have no body'],
    [{ handler: undefined }, 'handler: must be a function'],
    [{ handle: 1 }, 'handle: is unknown here; did you mean "handler"?'],
  ])('%j: %s', (change, message) => {
    expect(messageOf({ ...good, ...change })).toContain(`extensions/shop.ts  routes.0.${message}`);
  });

  it('reports routes that are no list, and elements that are no routes', () => {
    const compile = (routes: unknown) => () => compileExtensions(library, [{ file: 'a.ts', definition: { routes } }]);
    expect(compile({})).toThrow('a.ts  routes: must be a list of routes');
    expect(compile([1])).toThrow('a.ts  routes.0: must be a route: { method, path, permission, handler }');
  });
});

describe('a route among others', () => {
  it.each([
    [{ path: '/users' }, "is a path of Lectern's own"],
    [{ path: '/users/{name}' }, "is a path of Lectern's own"],
    [{ path: '/auth/local' }, "is a path of Lectern's own"],
    [{ path: '/upload/{kind}/{id}' }, "takes requests of Lectern's /api/upload/"],
    [{ path: '/users/{id}/{list}' }, "takes requests of Lectern's /api/users/{id}/"],
    [{ path: '/books' }, 'is a path of the content type api::book.book: choose another one, for example /books/export'],
    [{ path: '/books/{id}' }, 'is a path of the content type'],
    [{ path: '/books/{id}/actions/publish' }, 'is a path of the content type'],
    [{ path: '/books/{id}/actions/preview-link' }, 'is a path of the content type'],
    [{ path: '/books/{id}/actions/{what}' }, 'is a path of the content type'],
    [{ path: '/books/actions/bulk' }, 'is a path of the content type'],
    [{ path: '/books/{id}/{what}' }, 'is a path of the content type'],
    [{ path: '/books/uid' }, 'is a path of the content type'],
    [{ permission: 'book.find' }, 'book.find is the permission api::book.book.find: choose another name'],
    [{ method: 'POST', body: { type: 'objekt' } }, 'body: is not a valid JSON Schema: '],
    [{ method: 'POST', body: { typ: 'object' } }, 'unknown keyword: "typ"'],
    [{ method: 'POST', body: { format: 'mail' } }, 'unknown format "mail"'],
    [
      { method: 'POST', body: { properties: { a: { $ref: '#/$defs/a' } } } },
      'body: has $ref: write the schema without references',
    ],
    [{ answer: { type: 1 } }, 'answer: is not a valid JSON Schema: '],
  ])('%j: %s', (change, message) => {
    expect(messageOf({ ...good, ...change })).toContain(message);
  });

  it.each([
    '/books/featured',
    '/books/{id}/like',
    '/books/{id}/actions/print',
    '/books/actions/export',
    '/users/{id}/orders',
    '/sitemap.xml',
    '/book',
  ])('%s is free', (path) => {
    expect(messageOf({ ...good, path })).toBe('no fault');
  });

  it('reports two equal routes, and other names of variables', () => {
    expect(messageOf(good, good)).toBe('extensions/shop.ts  GET /orders: path: has GET already, in extensions/shop.ts');
    const [one, other] = [
      { ...good, path: '/orders/{id}' },
      { ...good, method: 'PUT', path: '/orders/{order}' },
    ];
    expect(messageOf(one, other)).toContain(
      'path: has other names of variables than /orders/{id} in extensions/shop.ts',
    );
    expect(messageOf(good, { ...good, method: 'PUT' })).toBe('no fault');
  });
});

it('as data, a route has its whole path and the stored name of its permission', () => {
  const extensions = check(good, { ...good, path: '/open', permission: 'everyone' });
  expect(projectRoutes(extensions).map(({ path, permission }) => [path, permission])).toEqual([
    ['/api/orders', 'extension::routes.orders.find'],
    ['/api/open', undefined],
  ]);
});

it('types the body and the variables', () => {
  defineRoute({
    ...{ method: 'POST', path: '/orders/{id}/items/{item}', permission: 'orders.add' },
    body: {
      type: 'object',
      properties: {
        amount: { type: 'integer' },
        size: { enum: ['s', 'm'] },
        notes: { type: ['array', 'null'], items: { type: 'string' } },
        other: {},
      },
      required: ['amount'],
    },
    handler: ({ body, params }) => {
      expectTypeOf(params).toEqualTypeOf<{ readonly id: string } & { readonly item: string }>();
      expectTypeOf(body).toEqualTypeOf<{
        readonly amount: number;
        readonly size?: 's' | 'm';
        readonly notes?: readonly string[] | null;
        readonly other?: unknown;
      }>();
    },
  });
  defineRoute({
    ...{ method: 'GET', path: '/orders', permission: 'orders.find' },
    handler: ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<undefined>();
    },
  });
  expectTypeOf<FromSchema<{ type: 'object' }>>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
  expectTypeOf<FromSchema<{ anyOf: [{ const: 1 }, { type: 'boolean' }] }>>().toEqualTypeOf<boolean | 1>();
  expectTypeOf<FromSchema<{ $comment: 'anything' }>>().toEqualTypeOf<unknown>();
});
