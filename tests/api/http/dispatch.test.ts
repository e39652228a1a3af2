// Several routes in one function: each request is checked by its route before its operation runs.
import { expect, it } from 'vitest';
import { forbidden } from '../../../lib/errors.ts';
import { dispatch, plainAnswer, type CheckedOperation, type Request, type Route } from '../../../lib/api/http/index.ts';
import type { Service } from '../../../lib/platform/service.ts';

const route = <Name extends string>(
  method: Route['method'],
  path: string,
  operation: Name,
): Route<Name, 'everyone'> => ({ ...{ method, path, operation, access: 'everyone', function: 'things', summary: '' } });

const routes = [
  route('GET', '/things', 'list'),
  route('GET', '/things/count', 'count'),
  route('PUT', '/things/{id}', 'change'),
];

const done: string[] = [];
const answer =
  (name: string): CheckedOperation<string> =>
  (_request, _service, checked) => {
    done.push(name);
    return Promise.resolve(plainAnswer(`${name}, checked as ${checked}`));
  };

const operation = dispatch(
  routes,
  ({ headers }, _service, { operation: name, access }) =>
    headers.authorization === undefined ? Promise.reject(forbidden()) : Promise.resolve(`${name} by ${access}`),
  { list: answer('list'), count: answer('count'), change: answer('change') },
);

const ask = (method: string, path: string, template = path, headers: Request['headers'] = { authorization: 'yes' }) =>
  operation({ method, path, route: template, headers } as Request, {} as Service);

it.each([
  ['GET', '/things', '/things', 'list, checked as list by everyone'],
  ['GET', '/things/count', '/things/count', 'count, checked as count by everyone'],
  ['PUT', '/things/1', '/things/{id}', 'change, checked as change by everyone'],
])('%s %s runs the operation of its route, after the check of that route', async (method, path, template, body) => {
  expect(await ask(method, path, template)).toMatchObject({ status: 200, body });
});

it('runs nothing for a caller whom the check refuses', async () => {
  done.length = 0;
  await expect(ask('GET', '/things', '/things', {})).rejects.toMatchObject({ status: 403 });
  expect(done).toEqual([]);
});

it('refuses a method that a path lacks, though the gateway took the path for another with a variable', async () => {
  for (const path of ['/things/count', '/things/count/'])
    await expect(ask('PUT', path, '/things/{id}')).rejects.toMatchObject({ status: 405, headers: { allow: 'GET' } });
});

it('fails for a route that is not its own', async () => {
  await expect(ask('GET', '/others')).rejects.toThrow('GET /others is no route of this function');
});
