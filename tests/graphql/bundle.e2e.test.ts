// Programs load GraphQL with the first request for it, and the bundle of the function `graphql` answers as the source does.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { buildOutdated } from '../../bin/build.js';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { processOf, sharedBundles, type Bundles } from '../cli/bundle/bundled.ts';
import { createApi, testConfig, toLambdaEvent } from '../setup/api.ts';
import { museum } from '../setup/museum/seed.ts';
import { secretsEnvironment } from '../setup/secrets.ts';

const api = createApi(await museum(), { ...testConfig, graphql: { ...testConfig.graphql, enabled: true } });
const functions = await sharedBundles('graphql');

let bundles: Bundles;
let token: string;
beforeAll(async () => {
  const service = api.service();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await service.database.get()).databaseName}`;
  const env = { AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href, ...secretsEnvironment };
  bundles = processOf(functions, env);
  ({ accessKey: token } = await createToken(service, { name: 'bundled', type: 'full-access' }));
});
afterAll(() => {
  bundles.stop();
});

it('the bundle answers as the source', async () => {
  await api.create('/api/tags', { word: 'ink' });
  const query = `query($n: [String]) { tags(filters: { word: { in: $n } }) { word } usersPermissionsRoles { type } i18NLocales { code } }`;
  const body = { query, variables: { n: ['ink'] } };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const event = toLambdaEvent(
    'POST',
    '/graphql',
    { body: JSON.stringify(body), headers },
    { routeKey: 'ANY /graphql', pathParameters: {} },
  );
  const { statusCode, body: text } = await bundles.ask('graphql', event);
  expect({ statusCode, body: JSON.parse(text ?? '') as unknown }).toEqual({
    statusCode: 200,
    body: (await api.request('POST', '/graphql', { body })).body as unknown,
  });
});

it('the program of `npm start` does not import it', async () => {
  await buildOutdated(['start']);
  const text = await readFile('dist/start.mjs', 'utf8');
  expect(text).toContain('answerGraphql');
  expect(text).not.toMatch(/from "graphql"/);
});
