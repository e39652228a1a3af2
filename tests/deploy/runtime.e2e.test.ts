// Packaged functions, each unzipped into an empty folder, in one process that calls them as Lambda does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections, prepareIndexes } from '../../lib/platform/db/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import type { Event } from '../../lib/api/http/index.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { processOf, type Bundles } from '../cli/bundle/bundled.ts';
import { toLambdaEvent, testConfig } from '../setup/api.ts';
import { packagedCheckout } from '../setup/checkout.ts';
import { freshDatabase } from '../setup/database.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';
import { waitFor } from '../setup/waitFor.ts';
import { unzip } from '../setup/zip.ts';

const shared = await packagedCheckout();

const { uri } = freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'lectern-functions-'));
let functions: Bundles | undefined;
let token = '';

beforeAll(async () => {
  if (shared === undefined) return;
  const { schema } = await loadSchema('content-types');
  const service = createService({ schema, config: testConfig }, uri, secrets);
  await prepareIndexes(await service.database.get(), schema);
  token = (await createToken(service, { name: 'runtime', type: 'full-access' })).accessKey;
  await service.database.close();
  const names = ['create', 'find', 'findOne', 'general', 'relay', 'upload'];
  for (const name of names) await unzip(join(shared.folder, `.serverless/${name}.zip`), join(folder, name));
  functions = processOf({ folder }, { ...secretsEnvironment, MONGODB_URI: uri, AWS_LAMBDA_FUNCTION_NAME: 'test' });
});
afterAll(async () => {
  functions?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface FunctionCall {
  readonly name: string;
  readonly route: string;
  readonly url: string;
  readonly body?: string;
  readonly type?: string;
}

const invoke = (name: string, event: Event): Promise<APIGatewayProxyStructuredResultV2> =>
  (functions ?? expect.fail()).ask(`${name}/.lectern/functions/${name}`, event);

const ask = ({ name, route, url, body, type }: FunctionCall): Promise<APIGatewayProxyStructuredResultV2> => {
  const [method = ''] = route.split(' ');
  const headers = { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) };
  const [path = ''] = url.split('?');
  const [, , second = '', documentId] = path.split('/');
  const pathParameters = { contentType: second, file: second, ...(documentId === undefined ? {} : { documentId }) };
  return invoke(name, toLambdaEvent(method, url, { headers, body }, { routeKey: route, pathParameters }));
};

const bodyOf = ({ body = '' }: APIGatewayProxyStructuredResultV2): unknown => JSON.parse(body);

describe.runIf(shared !== undefined)('packaged functions', () => {
  it('create and find answer without any other files', async () => {
    const created = await ask({
      ...{ name: 'create', route: 'POST /api/{contentType}', url: '/api/topics', type: 'application/json' },
      body: JSON.stringify({ data: { name: 'Printing' } }),
    });
    expect([created.statusCode, bodyOf(created)]).toEqual([
      201,
      expect.objectContaining({ data: expect.objectContaining({ name: 'Printing' }) }),
    ]);
    const find = { name: 'find', url: '/api/topics?filters[name][$eq]=Printing&fields=name&status=draft' };
    const found = await ask({ ...find, route: 'GET /api/{contentType}' });
    expect([found.statusCode, bodyOf(found)]).toEqual([
      200,
      expect.objectContaining({ data: [expect.objectContaining({ name: 'Printing' })] }),
    ]);
    const head = await ask({ ...find, route: 'HEAD /api/{contentType}' });
    expect([head.statusCode, head.headers?.etag]).toEqual([200, found.headers?.etag]);
  });

  /** Moves the time of all schedules to the past. */
  const makeReleasesDue = async (): Promise<void> => {
    const client = await new MongoClient(uri).connect();
    await client
      .db()
      .collection(collections.releases)
      .updateMany({ releasedAt: null }, { $set: { scheduledAt: new Date(1), due: new Date(1) } });
    await client.close();
  };

  it('the relay publishes what is scheduled', async () => {
    const json = 'application/json';
    const created = await ask({
      ...{ name: 'create', route: 'POST /api/{contentType}', url: '/api/articles?status=draft', type: json },
      body: JSON.stringify({ data: { title: 'Scheduled', slug: 'scheduled' } }),
    });
    expect(created).toMatchObject({ statusCode: 201 });
    const { documentId } = (bodyOf(created) as { readonly data: { readonly documentId: string } }).data;
    const scheduledAt = new Date(Date.now() + 3_600_000);
    const scheduled = await ask({
      ...{ name: 'general', route: 'PUT $default', type: json },
      url: `/api/articles/${documentId}/schedule`,
      body: JSON.stringify({ scheduledAt, timezone: 'Europe/Berlin' }),
    });
    expect([scheduled.statusCode, bodyOf(scheduled)]).toMatchObject([200, { data: [{ status: 'ready' }] }]);
    const isPublished = async (): Promise<boolean> => {
      const found = {
        name: 'findOne',
        route: 'GET /api/{contentType}/{documentId}',
        url: `/api/articles/${documentId}`,
      };
      return (await ask(found)).statusCode === 200;
    };
    /** What each run has logged. */
    const runs = () =>
      [...(functions?.output() ?? '').matchAll(/"job":"relay","releases":(\d+)/g)].map(([, count]) => Number(count));
    const runRelay = async (): Promise<number | undefined> => {
      const before = runs().length;
      await invoke('relay', {} as Event); // Jobs do not read it.
      await waitFor(() => {
        expect(runs().length).toBeGreaterThan(before);
      });
      return runs().at(-1);
    };
    // The function of a minute may come before.
    expect(await runRelay()).toBe(0);
    expect(await isPublished()).toBe(false);
    await makeReleasesDue();
    expect(await runRelay()).toBe(1);
    expect(await isPublished()).toBe(true);
    expect(await runRelay()).toBe(0);
  });

  it('upload stores a file', async () => {
    const body = [
      ...['--part', 'Content-Disposition: form-data; name="files"; filename="a.txt"', '', 'Hello', '--part--', ''],
    ].join('\r\n');
    const stored = await ask({
      ...{ name: 'upload', route: 'POST /api/upload', url: '/api/upload', type: 'multipart/form-data; boundary=part' },
      body,
    });
    expect([stored.statusCode, bodyOf(stored)]).toEqual([
      201,
      [expect.objectContaining({ name: 'a.txt', mime: 'text/plain', provider: 'local' })],
    ]);
  });

  it('general serves the page of the documentation, and the description', async () => {
    const route = 'GET $default';
    for (const [file, type] of [
      ['swagger-ui-bundle.js', 'text/javascript'],
      ['swagger-ui.css', 'text/css'],
    ] as const) {
      const { statusCode, headers, body } = await ask({ name: 'general', route, url: `/docs/${file}` });
      expect([statusCode, headers?.['content-type'], body?.length]).toEqual([
        ...[200, `${type}; charset=utf-8`, expect.toSatisfy((length: number) => length > 100_000)],
      ]);
    }
    const described = await ask({ name: 'general', route: 'GET $default', url: '/openapi.json' });
    expect([described.statusCode, bodyOf(described)]).toEqual([200, expect.objectContaining({ openapi: '3.1.0' })]);
  });
});
