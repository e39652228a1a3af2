// The routes of the gateway: few, and each request reaches the function that has its route.
import { describe, expect, it } from 'vitest';
import { loadRoutes } from '../../infra/routes.js';
import { routes as table } from '../../lib/api/http/routes/index.ts';
import { gatewayOf, gatewayOrders } from './gateway.ts';

process.env.LECTERN_EXTENSIONS = '';
const routes = await loadRoutes();

it('there are at most 70', () => {
  expect([...routes.values()].flat().length).toBeLessThanOrEqual(70);
});

describe.each(gatewayOrders)('if what counts first is %s', (order) => {
  const gateway = gatewayOf(routes, order);

  it('each route of the table reaches its function, HEAD as GET, and other paths reach `general`', () => {
    const requests = [
      ...table.flatMap(({ method, path, function: name }) =>
        (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((one) => [name, one, path] as const),
      ),
      ...['/', '/nowhere', '/admin/nowhere', '/api', '/api/books/x/y'].map((path) => ['general', 'GET', path] as const),
    ];
    const misrouted = requests.filter(([name, method, path]) => {
      const url = path.replaceAll('{contentType}', 'books').replaceAll(/\{\w+\}/g, 'x');
      return gateway(method, url).name !== name;
    });
    expect(misrouted).toEqual([]);
  });
});
