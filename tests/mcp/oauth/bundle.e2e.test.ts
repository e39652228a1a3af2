// Agents sign in at the bundle of the function `mcp`.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { deleteSessions } from '../../../lib/accounts/sessions/index.ts';
import { processOf, sharedBundles, type Bundles } from '../../cli/bundle/bundled.ts';
import { createApi, toLambdaEvent, type Call } from '../../setup/api.ts';
import { museum } from '../../setup/museum/seed.ts';
import { secretsEnvironment } from '../../setup/secrets.ts';
import { callTool } from '../callTool.ts';
import { addPerson, origin, refresh, register, requestOf, signIn } from './site.ts';

const source = createApi(await museum());
const functions = await sharedBundles('museum');

let bundles: Bundles;
beforeAll(async () => {
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await source.service().database.get()).databaseName}`;
  bundles = processOf(functions, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href, LECTERN_EDITOR_URL: `${origin}/editor/` },
    ...secretsEnvironment,
  });
});
afterAll(() => {
  bundles.stop();
});

const request: typeof source.request = async (method, url, { body, headers = {}, as }: Call = {}) => {
  const token = typeof as === 'object' && as !== null ? { authorization: `Bearer ${as.token}` } : {};
  const all = { 'content-type': 'application/json', ...token, ...headers };
  const sent = Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const event = toLambdaEvent(method, url, { headers: sent, body: text }, { routeKey: '$default', pathParameters: {} });
  const { statusCode = 0, headers: answered = {}, body: answer = '' } = await bundles.ask('mcp', event);
  const isJson = String(answered['content-type']).startsWith('application/json');
  return { status: statusCode, headers: answered, body: isJson && answer !== '' ? JSON.parse(answer) : answer };
};

it('with consent, tokens, their refresh and their end', async () => {
  const api = { ...source, request, get: (url: string, call?: Call) => request('GET', url, call) };
  expect((await api.get('/.well-known/oauth-authorization-server')).body.issuer).toBe(origin);
  const person = await addPerson(api);
  const { access, refresh: token, client } = await signIn(api, person, ['read']);
  expect((await callTool(api, access, 'list_types')).status).toBe(200);
  const next = await refresh(api, client, token);
  expect([next.status, next.body.scope]).toEqual([200, 'read']);
  const wrong = requestOf(await register(api), { code_challenge_method: 'plain' });
  expect((await api.get(`/api/agents/authorization?${wrong}`, person)).status).toBe(400);
  const document = requestOf('https://127.0.0.1/client.json');
  expect((await api.get(`/api/agents/authorization?${document}`, person)).status).toBe(400);
  await deleteSessions(source.service(), person.documentId, { session: token.split('.')[0] ?? '' });
  expect((await callTool(api, next.body.access_token, 'list_types')).status).toBe(401);
});
