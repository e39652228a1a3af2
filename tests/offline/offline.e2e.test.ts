// The bundled functions behind the routing of an API gateway, called over HTTP.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherwise, routes } from '../../functions/routes.ts';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { corsOf, endpoint } from '../../lib/api/http/index.ts';
import { localStore } from '../../lib/media/store/local.ts';
import { loadSchema } from '../../lib/schema/index.ts';
import { editorOf } from '../../lib/server/editor/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveEditor, serveFiles } from '../../lib/server/serveFiles.ts';
import { createService } from '../../lib/platform/service.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { testConfig, silentLog } from '../setup/api.ts';
import { freshDatabase } from '../setup/database.ts';
import { isLong } from '../setup/lengthOf.ts';
import { secrets, secretsEnvironment } from '../setup/secrets.ts';
import { startOffline, type Offline } from './offline.ts';

const contentTypes = 'tests/reference/content-types';
const { schema } = await loadSchema(contentTypes);
const { uri } = freshDatabase();
const service = createService({ schema, config: testConfig }, uri, secrets);
let authorization = '';

/** What the requests in CI need. The long run has all functions, whose build takes ten seconds. */
const functions = ['create', 'find', 'general', 'upload'];

let offline: Offline;
let folder: string;
let uploads: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  uploads = join(folder, 'uploads');
  const config = join(folder, 'lectern.json');
  await writeFile(config, JSON.stringify({ upload: { folder: uploads }, graphql: testConfig.graphql }));
  await prepareIndexes(await service.database.get(), schema);
  authorization = `Bearer ${(await createToken(service, { name: 'all', type: 'full-access' })).accessKey}`;
  const environment = {
    ...secretsEnvironment,
    ...{ MONGODB_URI: uri, CONTENT_TYPES: contentTypes, LECTERN_CONFIG: config, TEST_FUNCTIONS: functions.join() },
  };
  const program = isLong ? ['bin/lectern.js', 'offline'] : ['tests/offline/someFunctions.js'];
  offline = await startOffline(environment, program);
});
afterAll(async () => {
  await offline.stop();
  await service.database.close();
  await rm(folder, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Sends a request with the path unchanged; `fetch` would normalize it. */
const send = (base: string, path: string, { method = 'GET', headers = {}, body }: Sent): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(base);
    const clientRequest = request({ host, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    clientRequest.on('error', reject).end(body);
  });

/** The response headers that Lectern sets; times and the request id differ between requests. */
const comparedHeaders = [
  ...['access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin'],
  ...['access-control-expose-headers', 'access-control-max-age', 'allow', 'cache-control', 'content-security-policy'],
  ...['etag', 'x-content-type-options', 'x-frame-options'],
];

const comparable = ({ status, headers, body }: RawAnswer): object => ({
  status,
  headers: Object.fromEntries(comparedHeaders.map((name) => [name, headers[name]])),
  body,
});

const boundary = 'between the parts';

const form = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="all.bin"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);

describe('an answer', () => {
  const editor = editorOf(service.config);
  const json = { 'content-type': 'application/json' };
  let server: RunningServer;
  beforeAll(async () => {
    const ready = () => Promise.resolve(service);
    server = await serve({
      routes: routes.map((route) => ({ ...route, handler: endpoint(route.handler.operation, ready, silentLog) })),
      otherwise: endpoint(otherwise.operation, ready, silentLog),
      ...{ host: '127.0.0.1', port: 0 },
      files: [
        ...(editor === undefined ? [] : [serveEditor(editor)]),
        serveFiles(localStore(uploads), corsOf(service.config.http.cors).headersFor),
      ],
    });
    for (const name of ['Rose & Thorn', 'été', 'a+b'])
      await send(server.url, '/api/tools', {
        ...{ method: 'POST', headers: { authorization, ...json } },
        body: JSON.stringify({ data: { name } }),
      });
  });
  afterAll(() => server.stop());

  it.each<[name: string, path: string, sent: Sent]>([
    ['a list', '/api/tools?sort=name&fields=name', {}],
    ['brackets', '/api/tools?filters[name][$contains]=e&sort[0]=name:desc&fields[0]=name', {}],
    ['escaped brackets', '/api/tools?filters%5Bname%5D%5B%24eq%5D=a%2Bb&fields%5B0%5D=name', {}],
    [
      'spaces, plus signs and ampersands',
      '/api/tools?filters[name][$in]=Rose+%26+Thorn&filters[name][$in]=%C3%A9t%C3%A9',
      {},
    ],
    ['a repeated key', '/api/tools?sort=name&fields=name&fields=name', {}],
    ['an unknown key', '/api/tools?filters[nothing]=1', {}],
    ['an unknown path', '/api/nowhere', {}],
    ['a method that no path supports', '/api/tools', { method: 'PATCH', headers: json, body: '{}' }],
    ['a preflight', '/api/tools', { method: 'OPTIONS' }],
    ['HEAD', '/api/tools', { method: 'HEAD' }],
    ['a cross-origin page', '/api/tools?fields=name', { headers: { origin: 'https://a.example' } }],
    ['a body that is not JSON', '/api/tools', { method: 'POST', headers: json, body: '{"data":' }],
    ['an invalid body', '/api/tools', { method: 'POST', headers: json, body: '{"data":{"nothing":1}}' }],
    ['a body that is too large', '/api/tools', { method: 'POST', headers: json, body: ' '.repeat(1_100_000) }],
    [
      'a form of another type',
      '/api/tools',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    ],
    [
      'a form without files',
      '/api/upload',
      {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
        body: `--${boundary}--\r\n`,
      },
    ],
  ])('to %s equals that of npm start', async (_name, path, sent) => {
    const headers = { authorization, ...sent.headers };
    const [fromServer, fromFunctions] = await Promise.all(
      [server.url, offline.url].map((base) => send(base, path, { ...sent, headers })),
    );
    if (fromServer === undefined || fromFunctions === undefined) throw new Error('both servers must answer');
    expect(comparable(fromFunctions)).toEqual(comparable(fromServer));
  });

  it('to a request without valid credentials equals that of npm start', async () => {
    for (const headers of [{}, { authorization: 'Bearer guessed' }, { authorization: 'Basic YTpi' }]) {
      const [fromServer, fromFunctions] = [
        await send(server.url, '/api/tools', { headers }),
        await send(offline.url, '/api/tools', { headers }),
      ];
      expect(comparable(fromFunctions)).toEqual(comparable(fromServer));
    }
  });

  it('to an upload is 201, and the file is stored byte for byte', async () => {
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { status, body } = await send(offline.url, '/api/upload', {
      method: 'POST',
      headers: {
        authorization,
        'content-type': `multipart/form-data; boundary="${boundary}"`,
      },
      body: form(content),
    });
    expect([status, body]).toEqual([201, expect.stringContaining('all.bin')]);
    const [file] = JSON.parse(body) as readonly [{ readonly hash: string; readonly ext: string }];
    expect(await readFile(join(uploads, `${file.hash}${file.ext}`))).toEqual(content);
    const url = `/uploads/${file.hash}${file.ext}`;
    const served = await fetch(`${offline.url}${url}`);
    expect([served.status, Buffer.from(await served.arrayBuffer())]).toEqual([200, content]);
    const range = await send(offline.url, url, { headers: { range: 'bytes=65-67' } });
    expect([range.status, range.body, range.headers['content-range']]).toEqual([206, 'ABC', 'bytes 65-67/256']);
    const fromServer = await send(server.url, url, {});
    const fromFunctions = await send(offline.url, url, {});
    for (const header of [...comparedHeaders, 'content-type', 'content-disposition', 'accept-ranges', 'last-modified'])
      expect([header, fromFunctions.headers[header]]).toEqual([header, fromServer.headers[header]]);
    expect(
      (await send(offline.url, url, { headers: { 'if-none-match': String(served.headers.get('etag')) } })).status,
    ).toBe(304);
    expect((await send(offline.url, '/uploads/absent.txt', {})).status).toBe(404);
  });

  it('to a request for the editor equals that of npm start', async () => {
    const page = (await send(server.url, '/editor/', {})).body;
    const script = /src="(\S+\.js)"/.exec(page)?.[1] ?? '';
    expect(script).toMatch(/^\/editor\/assets\//);
    const br = { 'accept-encoding': 'br' };
    for (const [path, headers] of [
      ...[
        ['/editor/', {}],
        ['/editor/', br],
        ['/editor/content/articles/a1', {}],
      ],
      ...[
        [script, {}],
        [script, br],
      ],
    ] as const) {
      const [fromServer, fromFunctions] = [
        await send(server.url, path, { headers }),
        await send(offline.url, path, { headers }),
      ];
      expect(comparable(fromFunctions), path).toEqual(comparable(fromServer));
      for (const header of ['content-type', 'content-encoding', 'vary'])
        expect([path, header, fromFunctions.headers[header]]).toEqual([path, header, fromServer.headers[header]]);
    }
  });
});
