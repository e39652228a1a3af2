// During a deployment, functions with old content types and functions with new ones serve the same documents.
import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../functions/routes.ts';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { endpoint } from '../../lib/api/http/index.ts';
import { createRouter } from '../../lib/server/createRouter.ts';
import { createService } from '../../lib/platform/service.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { toLambdaEvent, schemaOf, silentLog, testConfig, typeFile, withDrafts } from '../setup/api.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets } from '../setup/secrets.ts';

const { uri } = freshDatabase();

const serving = (attributes: object) => {
  const schema = schemaOf({
    'note.json': typeFile('note', attributes, withDrafts),
  });
  const service = createService({ schema, config: testConfig }, uri, secrets);
  const ready = () => Promise.resolve(service);
  const route = createRouter(
    routes.map((one) => ({ ...one, handler: endpoint(one.handler.operation, ready, silentLog) })),
    endpoint(otherwise.operation, ready, silentLog),
  );
  return { service, route };
};

const title = { type: 'string' };
const before = serving({ title, code: { type: 'string' } });
const after = serving({ title, subtitle: { type: 'string' }, code: { type: 'string', unique: true } });
let token = '';
beforeAll(async () => {
  for (const { service } of [before, after]) await prepareIndexes(await service.database.get(), service.schema);
  token = (await createToken(after.service, { name: 'both', type: 'full-access' })).accessKey;
});
afterAll(() => Promise.all([before, after].map(({ service }) => service.database.close())));

const ask = async ({ route }: typeof before, method: string, url: string, data?: object) => {
  const match = route(method, url.split('?')[0] ?? '');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = data === undefined ? undefined : JSON.stringify({ data });
  const result = await match.handler(toLambdaEvent(method, url, { body, headers }, match), {} as Context); // Handlers do not read the context.
  return { status: result.statusCode, data: JSON.parse(result.body ?? '{}').data };
};

describe('an attribute that is added', () => {
  it('keeps its value when old functions update and publish the document', async () => {
    const { data: made } = await ask(after, 'POST', '/api/notes?status=draft', { title: 'One', subtitle: 'two' });
    const path = `/api/notes/${made.documentId}`;
    expect((await ask(before, 'PUT', `${path}?status=draft`, { title: 'Changed' })).status).toBe(200);
    expect((await ask(before, 'POST', `${path}/actions/publish`)).status).toBe(200);
    for (const status of ['draft', 'published'])
      expect((await ask(after, 'GET', `${path}?status=${status}`)).data).toMatchObject({
        ...{ title: 'Changed', subtitle: 'two' },
      });
  });

  it('is unknown to old functions, and null in documents that they create', async () => {
    const { data: made } = await ask(before, 'POST', '/api/notes', { title: 'Old' });
    expect(made).not.toHaveProperty('subtitle');
    expect((await ask(after, 'GET', `/api/notes/${made.documentId}`)).data).toMatchObject({ subtitle: null });
    expect((await ask(before, 'POST', '/api/notes', { subtitle: 'x' })).status).toBe(400);
  });
});

it('an attribute that becomes unique is unique for old functions too', async () => {
  await ask(after, 'POST', '/api/notes', { code: 'a' });
  const { status } = await ask(before, 'POST', '/api/notes', { code: 'a' });
  // Old functions do not know which attribute is unique.
  expect(status).toBe(503);
  expect((await ask(after, 'GET', '/api/notes?filters[code][$eq]=a')).data).toHaveLength(1);
});
