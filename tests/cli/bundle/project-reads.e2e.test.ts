// Computed attributes and the filters of project code in bundled functions, and only in those of a site that has them.
import { expect, inject, it } from 'vitest';
import { loadSchema } from '../../../lib/schema/index.ts';
import { createApi, toLambdaEvent } from '../../setup/api.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { addPublicRole } from '../../setup/accounts.ts';
import { inputsOf, processOf, sharedBundles } from './bundled.ts';

const modules = [
  'lib/read/execute/computed.ts',
  'lib/read/query/projectFilters.ts',
  'lib/platform/access/restrictCallers.ts',
];

const { schema } = await loadSchema('content-types');
const api = createApi(schema);
const [plain, extended] = [await sharedBundles('plain'), await sharedBundles('extended')];

it('only the relay of a project with handlers of events has the code for them', () => {
  const code = [
    'lib/events/relay/handlerReceivers.ts',
    'lib/write/operations/documents.ts',
    'lib/write/documents/eventDepth.ts',
  ];
  for (const module of code) {
    expect(inputsOf(extended, 'relay').get(module), module).toBeGreaterThan(100);
    expect(inputsOf(plain, 'relay').get(module) ?? 0, module).toBeLessThan(100);
  }
});

it('a bundled function computes, and hides what project code hides', async () => {
  // Without project code only stubs are in the bundle.
  for (const module of modules) {
    expect(inputsOf(extended, 'find').get(module), module).toBeGreaterThan(200);
    expect(inputsOf(plain, 'find').get(module) ?? 0, module).toBeLessThan(100);
  }

  const service = api.service();
  await addPublicRole(service, ['api::topic.topic.find']);
  for (const name of ['Art', 'Birds']) await api.post('/api/topics', { name, slug: name.toLowerCase() });
  const uri = new URL(inject('mongodbUri'));
  // With a password, as at Atlas: the bundle replaces a part of the driver's login.
  const db = await service.database.get();
  await db.command({ createUser: 'bundle', pwd: 'p@ss/Ⅸ', roles: ['readWrite'] });
  uri.pathname = `/${db.databaseName}`;
  [uri.username, uri.password] = ['bundle', 'p@ss/Ⅸ'];
  const { ask, stop } = processOf(extended, {
    AWS_LAMBDA_FUNCTION_NAME: 'find',
    MONGODB_URI: uri.href,
    ...secretsEnvironment,
  });
  const route = { routeKey: 'GET /api/{contentType}', pathParameters: { contentType: 'topics' } };
  try {
    const { body = '' } = await ask('find', toLambdaEvent('GET', '/api/topics?fields=loud', { headers: {} }, route));
    expect(JSON.parse(body)).toMatchObject({ data: [{ loud: 'Art!' }], meta: { pagination: { total: 1 } } });
  } finally {
    stop();
  }
});
