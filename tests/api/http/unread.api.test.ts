// Requests that are refused before their body is read, so that strangers cannot make a server receive megabytes.
import type { Context } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { otherwise, routes } from '../../../functions/routes.ts';
import { arrivingBody, endpoint, type ArrivingBody, type Endpoint, type Route } from '../../../lib/api/http/index.ts';
import { createRouter } from '../../../lib/server/createRouter.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { createApi, schemaOf, toLambdaEvent, testConfig, silentLog, typeFile } from '../../setup/api.ts';
import { addMember } from '../../setup/accounts.ts';

const noAttempts = { perAddress: 0, perIdentifier: 1 };
const { auth } = testConfig;
const options = { draftAndPublish: true, review: ['writing', 'ready'] };
const schema = schemaOf({ 'book.json': typeFile('book', { title: { type: 'string' } }, { options }) });
const api = createApi(schema, {
  ...testConfig,
  // What a field needs, only its document says.
  graphql: { ...testConfig.graphql, enabled: false },
  auth: {
    ...auth,
    refresh: true,
    limits: {
      ...auth.limits,
      login: { ...noAttempts, beforeDelay: 1 },
      register: noAttempts,
      forgot: noAttempts,
      refresh: noAttempts,
    },
  },
});

const served = ({ operation }: Endpoint): Endpoint =>
  endpoint(operation, () => Promise.resolve(api.service()), silentLog);
const route = createRouter(
  routes.map((one) => ({ ...one, handler: served(one.handler) })),
  served(otherwise),
);

/** @returns the status of the answer, and whether Lectern read the body */
const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
  const read = vi.fn<ArrivingBody['read']>(() => Promise.resolve(Buffer.from('{}')));
  const stream = vi.fn<ArrivingBody['stream']>(() => expect.fail('it is no form'));
  const match = route(method, path.split('?')[0] ?? '');
  const event = toLambdaEvent(method, path, { headers: { 'content-type': 'application/json', ...headers } }, match);
  const { statusCode } = await match.handler({ ...event, [arrivingBody]: { read, stream } }, {} as Context); // Handlers do not read the context.
  return [statusCode, read.mock.calls.length > 0];
};

const parameters: Readonly<Record<string, string>> = {
  contentType: 'books',
  documentId: 'x'.repeat(24),
  action: 'publish',
  id: '1',
  file: 'x',
};
const pathOf = ({ path }: Route): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? name);

const writing = routes
  .filter(({ method }) => method !== 'GET')
  .map((one) => ({ ...one, route: `${one.method} ${one.path}`, url: pathOf(one) }));

it.each([
  ['is not valid JSON', '{'],
  ['is too large', 'x'.repeat(1_048_577)],
])('a forbidden request is refused as such even if its body %s', async (_what, body) => {
  expect((await api.request('POST', '/api/books', { as: null, body })).status).toBe(403);
  expect((await api.request('POST', '/api/books', { body })).status).not.toBe(403);
});

describe('does not read the body', () => {
  it.each(writing)('of $route without permission, or after too many attempts', async ({ method, url }) => {
    const [status, isRead] = await ask(method, url);
    expect([[400, 401, 403, 404, 405, 429].includes(Number(status)), isRead]).toEqual([true, false]);
  });

  it.each(writing)('of $route with invalid credentials', async ({ method, url }) => {
    const [status, isRead] = await ask(method, url, { authorization: 'Bearer none' });
    expect([[400, 401, 404, 405].includes(Number(status)), isRead]).toEqual([true, false]);
  });

  it('of a user who changes their password after too many attempts from their address', async () => {
    const { as } = await addMember(api.service(), [{ action: 'plugin::users-permissions.auth.changePassword' }]);
    const authorization = `Bearer ${as.token}`;
    expect(await ask('POST', '/api/auth/change-password', { authorization })).toEqual([429, false]);
  });

  it.each([
    ['POST', '/api/nope', 404],
    ['PUT', '/api/books', 405],
    ['PATCH', '/api/books', 405],
    ['GET', '/api/books', 200],
    ['POST', '/api/books?fields=nope', 400],
  ])('of %s %s with full access, which is %i', async (method, url, status) => {
    const { accessKey } = await createToken(api.service(), { name: `${method} ${url}`, type: 'full-access' });
    expect(await ask(method, url, { authorization: `Bearer ${accessKey}` })).toEqual([status, false]);
  });
});
