// The bundles of a project with routes: their function answers without a compiler, and the others know their paths.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createApi, toLambdaEvent } from '../../setup/api.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { inputsOf, processOf, sharedBundles, type Built, type Bundles } from './bundled.ts';

const without = await sharedBundles('plain');
const built = await sharedBundles('extended');
const { schema } = await loadSchema('content-types');
const api = createApi(schema);

let bundles: Bundles;
let token: string;
beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await api.service().database.get()).databaseName}`;
  bundles = processOf(built, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href },
    ...secretsEnvironment,
  });
  token = (await createToken(api.service(), { name: 'bundle', type: 'full-access' })).accessKey;
});
afterAll(() => {
  bundles.stop();
});

const ask = async (name: string, method: string, url: string, routeKey: string, body?: unknown, params = {}) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const route = { routeKey, pathParameters: params };
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await bundles.ask(name, toLambdaEvent(method, url, { body: text, headers }, route));
  return { ...answer, body: answer.body === undefined ? undefined : JSON.parse(answer.body) };
};

const bytesIn = (site: Built, name: string, module: string): number =>
  [...inputsOf(site, name)].reduce((sum, [path, bytes]) => (path.includes(module) ? sum + bytes : sum), 0);

it('without routes, functions contain nothing for them', () => {
  for (const name of ['find', 'general']) {
    expect(bytesIn(without, name, 'lib/api/project/')).toBe(0);
    expect(bytesIn(without, name, 'lib/api/http/projectMethods')).toBeLessThan(30);
    expect(bytesIn(without, name, 'lib/platform/extensions/projectRoutes')).toBeLessThan(40);
  }
});

it('their function contains no compiler', () => {
  expect(bytesIn(built, 'extensions', 'node_modules/ajv/dist/compile')).toBe(0);
  expect(bytesIn(built, 'extensions', 'node_modules/ajv/dist/runtime')).toBeGreaterThan(0);
});

it('their function checks bodies and answers', async () => {
  const route = 'POST /api/newsletter';
  const sent = { email: 'a@b.example', size: { s: 1 } };
  expect(await ask('extensions', 'POST', '/api/newsletter', route, sent)).toMatchObject({
    statusCode: 200,
    body: sent,
  });
  const wrong = { email: `${'x'.repeat(20)}@`, size: {}, other: 1 };
  const { statusCode, body } = await ask('extensions', 'POST', '/api/newsletter', route, wrong);
  const messages = body.error.details.errors.map(({ message }: { message: string }) => message);
  expect([statusCode, messages]).toEqual([
    400,
    [
      'Invalid key other',
      'email must be at most 20 characters',
      'email must match format "email"',
      'size must be equal to constant',
    ],
  ]);
  const order = await ask('extensions', 'GET', '/api/orders/7', 'GET /api/orders/{id}', undefined, { id: '7' });
  expect(order).toMatchObject({ statusCode: 200, body: { id: '7', articles: [] } });
});

it('their code writes users, in routes and in hooks', async () => {
  expect(await ask('extensions', 'POST', '/api/members', 'POST /api/members')).toMatchObject({
    statusCode: 200,
    body: { blocked: true },
  });
  const route = 'POST /api/{contentType}';
  const topic = { data: { name: 'Art', slug: 'art' } };
  const created = await ask('create', 'POST', '/api/topics', route, topic, { contentType: 'topics' });
  expect(created.statusCode).toBe(201);
  const users = await api.get('/api/users?fields=username&fields=blocked&sort=username');
  expect(users.body).toMatchObject([
    { username: 'ada', blocked: true },
    { username: 'art', blocked: true },
  ]);
});

it('the other functions know their paths and permissions', async () => {
  const allowOf = async (...request: Parameters<typeof ask>) => {
    const { statusCode, headers } = await ask(...request);
    return [statusCode, headers?.allow];
  };
  const content = { contentType: 'newsletter' };
  expect(await allowOf('find', 'GET', '/api/newsletter', 'GET /api/{contentType}', undefined, content)).toEqual([
    ...[405, 'POST'],
  ]);
  const document = { contentType: 'orders', documentId: '7' };
  const remove = 'DELETE /api/{contentType}/{documentId}';
  expect(await allowOf('delete', 'DELETE', '/api/orders/7', remove, undefined, document)).toEqual([405, 'GET']);
  expect(await allowOf('general', 'POST', '/api/orders/7', '$default')).toEqual([405, 'GET']);
  const { paths } = (await ask('general', 'GET', '/openapi.json', '$default')).body;
  expect(paths['/api/newsletter'].post.requestBody.content['application/json'].schema.required).toEqual(['email']);
});
