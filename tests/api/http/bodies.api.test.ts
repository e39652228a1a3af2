// Request bodies in every form that an event can have.
import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { create } from '../../../functions/create.ts';
import { find } from '../../../functions/find.ts';
import { endpoint } from '../../../lib/api/http/index.ts';
import { createToken } from '../../../lib/accounts/tokens/index.ts';
import { library } from '../../write/documents/library.ts';
import { createApi, toLambdaEvent, silentLog, type Reply } from '../../setup/api.ts';

const api = createApi(library);

const post = (body: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
  api.request('POST', '/api/shelves?fields=name', { body, headers });

describe('refuses a body that is not a document:', () => {
  const noData = 'Missing "data" payload in the request body';
  it.each<[body: string, message: string]>([
    ['{', 'The request body is not valid JSON'],
    ['{"data":{}} x', 'The request body is not valid JSON'],
    ['', noData],
    ['null', noData],
    ['[]', noData],
    ['5', noData],
    ['"data"', noData],
    ['{}', noData],
    ['{"data":null}', noData],
    ['{"data":"x"}', noData],
    ['{"data":5}', noData],
    ['{"data":[]}', 'data must be an object'],
    ['{"data":{"name":"x","nope":1}}', 'Invalid key nope'],
    ['{"data":{"name":"x","constructor":1}}', 'Invalid key constructor'],
    ['{"data":{"name":"x","hasOwnProperty":1}}', 'Invalid key hasOwnProperty'],
    ['{"data":{"name":"x","__proto__":{"name":"y"}}}', 'Object contains forbidden prototype property'],
    ['{"data":{"name":"half: \\ud83d."}}', 'Text must not contain half of a surrogate pair'],
    ['{"data":{"name":"\\uDE00\\uD83D"}}', 'Text must not contain half of a surrogate pair'],
    ['{"data":{"\\ud83d":1}}', 'Text must not contain half of a surrogate pair'],
    ['{"data":{"name":"x\\u0000"}}', 'Text must not contain the character U+0000'],
    [`{"data":{"name":${'['.repeat(40)}${']'.repeat(40)}}}`, 'The body is nested over 32 levels'],
  ])('%s', async (body, message) => {
    const { status, body: answer } = await post(body);
    expect([status, answer.data]).toEqual([400, null]);
    expect(answer.error).toMatchObject({ status: 400, name: 'ValidationError', message });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])('of type %j', async (type) => {
    const { status, body } = await post('{"data":{"name":"x"}}', { 'Content-Type': type });
    const message = 'Send JSON as the body, with the header Content-Type: application/json';
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('reads JSON', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/vnd.api+json',
  ])('of type %s', async (type) => {
    const { status, body } = await post('{"data":{"name":"typed"}}', { 'Content-Type': type });
    expect([status, body.data?.name]).toEqual([201, 'typed']);
  });

  it('after a byte order mark', async () => {
    expect((await post('\uFEFF{"data":{"name":"marked"}}')).body.data.name).toBe('marked');
  });

  it('with every character as it is stored', async () => {
    const { body } = await post('{"data":{"name":"\\ud83d\\ude00 and \\\\ud83d"}}');
    expect(body.data.name).toBe('😀 and \\ud83d');
    const { body: read } = await api.get(`/api/shelves/${body.data.documentId as string}`);
    expect(read.data.name).toBe(body.data.name);
  });
});

const padded = (bytes: number, filler: string): string => {
  const [before, after] = ['{"data":{"name":"', '"}}'];
  return `${before}${filler.repeat((bytes - before.length - after.length) / Buffer.byteLength(filler))}${after}`;
};

it.each<[bytes: number, filler: string, status: number, name: string]>([
  [1024 * 1024, 'x', 400, 'ValidationError'], // too long a name: it was read
  [1024 * 1024 + 1, 'x', 413, 'PayloadTooLargeError'],
  [1024 * 1024 + 2, 'é', 413, 'PayloadTooLargeError'],
])('limits the size of a body: %i bytes of %s: %i', async (bytes, filler, status, name) => {
  const body = padded(bytes, filler);
  expect(Buffer.byteLength(body)).toBe(bytes);
  const reply = await post(body);
  expect([reply.status, reply.body.error.name]).toEqual([status, name]);
});

describe('a body with Content-Encoding', () => {
  const json = '{"data":{"name":"coded"}}';
  const postBytes = (bytes: Buffer, coding: string): Promise<Reply> =>
    api.request('POST', '/api/shelves?fields=name', {
      body: bytes.toString('base64'),
      isBase64Encoded: true,
      headers: { 'Content-Encoding': coding },
    });

  it.each<[coding: string, bytes: Buffer]>([
    ['gzip', gzipSync(json)],
    [' GZip ', gzipSync(json)],
    ['gzip', Buffer.concat([gzipSync(json.slice(0, 9)), gzipSync(json.slice(9))])],
    ['deflate', deflateSync(json)],
    ['br', brotliCompressSync(json)],
    ['identity', Buffer.from(json)],
    ['', Buffer.from(json)],
  ])('%j is decoded', async (coding, bytes) => {
    const { status, body } = await postBytes(bytes, coding);
    expect([status, body.data?.name]).toEqual([201, 'coded']);
  });

  it('gzip that a gateway has decoded is read as it is', async () => {
    const { status, body } = await post(json, { 'Content-Encoding': 'gzip' });
    expect([status, body.data?.name]).toEqual([201, 'coded']);
  });

  it.each(['zstd', 'x-gzip', 'compress', 'gzip, gzip', 'constructor'])('%s is refused', async (coding) => {
    const { status, headers, body } = await postBytes(gzipSync(json), coding);
    expect([status, headers['accept-encoding'], body.error]).toEqual([
      415,
      'gzip, deflate, br',
      {
        ...{ status: 415, name: 'UnsupportedMediaTypeError', details: {} },
        message: `Unsupported Content-Encoding: ${coding}. Use gzip, deflate, br or none`,
      },
    ]);
  });

  it.each<[what: string, bytes: Buffer, message: string]>([
    ['no gzip', Buffer.from(json), 'The request body is not valid gzip'],
    ['cut off', gzipSync(json).subarray(0, 20), 'The request body is not valid gzip'],
    ['empty', Buffer.alloc(0), 'Missing "data" payload in the request body'],
    ['of other text', gzipSync('{'), 'The request body is not valid JSON'],
  ])('gzip is 400 if it is %s', async (_what, bytes, message) => {
    const { status, body } = await postBytes(bytes, 'gzip');
    expect([status, body.error.name, body.error.message]).toEqual([400, 'ValidationError', message]);
  });

  it.each<[bytes: number, status: number]>([
    [1024 * 1024, 400], // too long a name: it was read
    [1024 * 1024 + 1, 413],
    [4 * 1024 * 1024, 413],
  ])('has the same limit when it is decoded: %i bytes: %i', async (bytes, status) => {
    expect((await postBytes(gzipSync(padded(bytes, 'x')), 'gzip')).status).toBe(status);
  });
});

describe('an event', () => {
  const service = () => Promise.resolve(api.service());
  const token = async (): Promise<string> =>
    (await createToken(api.service(), { name: randomUUID(), type: 'full-access' })).accessKey;
  const context = {} as Context; // Handlers do not read the context.
  const route = { routeKey: 'POST /api/{contentType}', pathParameters: { contentType: 'shelves' } };

  it('may have a body in base64, in any letter case of the header', async () => {
    const headers = { 'CONTENT-TYPE': 'application/json', AUTHORIZATION: `Bearer ${await token()}` };
    const event: APIGatewayProxyEventV2 = {
      ...toLambdaEvent('POST', '/api/shelves', { headers }, route),
      body: Buffer.from('{"data":{"name":"básico"}}').toString('base64'),
      isBase64Encoded: true,
    };
    const { statusCode, body } = await endpoint(create, service, silentLog)(event, context);
    expect([statusCode, JSON.parse(body ?? '').data.name]).toEqual([201, 'básico']);
  });

  it('of payload format 1.0 is read, with brackets and repeated keys in its query', async () => {
    const first: Pick<
      APIGatewayProxyEvent,
      | 'httpMethod'
      | 'path'
      | 'headers'
      | 'multiValueQueryStringParameters'
      | 'pathParameters'
      | 'isBase64Encoded'
      | 'body'
    > = {
      httpMethod: 'GET',
      path: '/api/shelves',
      headers: { Authorization: `Bearer ${await token()}` },
      multiValueQueryStringParameters: {
        'filters[name][$in]': ['one & only', 'two'],
        'sort[0]': ['name:desc'],
        fields: ['name'],
      },
      pathParameters: { contentType: 'shelves' },
      isBase64Encoded: false,
      body: null,
    };
    for (const name of ['one & only', 'two', 'three']) await api.post('/api/shelves', { name });
    // Lectern does not read the other fields that API Gateway sends.
    const event = {
      ...first,
      requestContext: { requestId: 'v1', identity: { sourceIp: '192.0.2.1' } },
    } as unknown as APIGatewayProxyEvent;
    const { statusCode, body } = await endpoint(find, service, silentLog)(event, context);
    const names = JSON.parse(body ?? '').data.map((shelf: { name: string }) => shelf.name) as string[];
    expect([statusCode, names]).toEqual([200, ['two', 'one & only']]);
  });
});
