// The bundle of the function `mcp` finds and writes as the source does.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { processOf, sharedBundles, type Bundles } from '../cli/bundle/bundled.ts';
import { createApi, toLambdaEvent } from '../setup/api.ts';
import { museum } from '../setup/museum/seed.ts';
import { secretsEnvironment } from '../setup/secrets.ts';
import { agentClients } from './agentClients.ts';

const api = createApi(await museum());
const functions = await sharedBundles('museum');

let bundles: Bundles;
let accessKey: string;
beforeAll(async () => {
  const service = api.service();
  const uri = new URL(inject('mongodbUri'));
  uri.pathname = `/${(await service.database.get()).databaseName}`;
  bundles = processOf(functions, {
    ...{ AWS_LAMBDA_FUNCTION_NAME: 'test', MONGODB_URI: uri.href },
    ...secretsEnvironment,
  });
  ({ accessKey } = await createToken(service, { name: 'bundled', type: 'full-access' }));
});
afterAll(() => {
  bundles.stop();
});

const request: typeof api.request = async (method, url, { body, headers = {} } = {}) => {
  const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const call = { body: typeof body === 'string' ? body : JSON.stringify(body), headers: Object.fromEntries(sent) };
  const event = toLambdaEvent(method, url, call, { routeKey: 'ANY /mcp', pathParameters: {} });
  const { statusCode = 0, headers: answered = {}, body: text } = await bundles.ask('mcp', event);
  return { status: statusCode, headers: answered, body: text === undefined || text === '' ? undefined : text };
};

it.each(Object.entries(agentClients))('for a client %s', async (_, { connect }) => {
  const agent = await connect({ ...api, request }, accessKey);
  const { json: list } = await agent.call('list_types');
  const [{ type }] = list.items.filter((item: { may: string; single?: true }) => item.single === undefined);
  const source = await connect(api, accessKey);
  const description = await agent.call('list_types', { type });
  expect({ ...description.json, end: '', untrusted: '' }).toEqual({
    ...(await source.call('list_types', { type })).json,
    ...{ end: '', untrusted: '' },
  });
  const filters = { documentId: { $in: ['absent', 'none & more=1'] } };
  const found = await agent.call('list_documents', { type, filters, sort: ['createdAt:desc'] });
  expect(found.json).toMatchObject({ items: [], total: 0 });
  const { json } = await agent.call('upload_file', { url: 'http://127.0.0.1/' });
  expect([json.status, json.error]).toEqual([400, expect.stringMatching(/upload\.allowPrivate/)]);
});
