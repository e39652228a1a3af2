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
  route('GET', '/api/users', 'list'),
  route('GET', '/api/users/count', 'count'),
  route('PUT', '/api/users/{id}', 'change'),
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
  operation({ method, path, route: template, query: '', headers, logFields: {} } as Request, {} as Service);

it.each([
  ['GET', '/api/users', '/api/users', 'list, checked as list by everyone'],
  ['GET', '/api/users/count', '/api/users/count', 'count, checked as count by everyone'],
  ['PUT', '/api/users/1', '/api/users/{id}', 'change, checked as change by everyone'],
])('%s %s runs the operation of its route, after the check of that route', async (method, path, template, body) => {
  expect(await ask(method, path, template)).toMatchObject({ status: 200, body });
});

it('runs nothing for a caller whom the check refuses', async () => {
  done.length = 0;
  await expect(ask('GET', '/api/users', '/api/users', {})).rejects.toMatchObject({ status: 403 });
  expect(done).toEqual([]);
});

it('refuses a method that a path lacks, though the gateway took the path for another with a variable', async () => {
  for (const path of ['/api/users/count', '/api/users/count/'])
    await expect(ask('PUT', path, '/api/users/{id}')).rejects.toMatchObject({ status: 405, headers: { allow: 'GET' } });
});

it('finds the route by the path, whatever route the gateway has for it', async () => {
  const variants = [
    ['GET', '/api/users/count'],
    ['PUT', '/api/users/1'],
  ] as const;
  for (const [method, path] of variants) {
    const direct = await ask(method, path);
    expect(await ask(method, path, '/api/{proxy+}')).toEqual(direct);
  }
});

it('answers 404 to a path that is not its own', async () => {
  await expect(ask('GET', '/others')).rejects.toMatchObject({ status: 404 });
});

it('answers 404 and 405 to requests with the token of a preview link, and 400 where there is a route', async () => {
  const preview = (method: string, path: string) =>
    operation({ method, path, query: 'preview=x', headers: {}, logFields: {} } as Request, {} as Service);
  await expect(preview('GET', '/others')).rejects.toMatchObject({ status: 404 });
  await expect(preview('PUT', '/api/users/count')).rejects.toMatchObject({ status: 405 });
  await expect(preview('GET', '/api/users')).rejects.toMatchObject({ status: 400 });
});
