// Agents add files from an address to the library.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { pictureOfSize } from '../media/files.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { connectAgent, type Agent } from './agentClients.ts';

const sizeLimit = 100_000;
const schema = schemaOf({ 'post.json': typeFile('post', { cover: { type: 'media' } }) });
const api = createUploadApi(schema, { allowPrivate: true, sizeLimit });
const closed = createUploadApi(schema, { sizeLimit });
const png = await pictureOfSize(60, 40).png().toBuffer();

let received: string[] = [];

/** Sends bytes until the client has enough. */
const endless: RequestListener = (_, response) => {
  const send = (): void => {
    while (response.write(Buffer.alloc(65_536))) if (response.destroyed) return;
    response.once('drain', send);
  };
  send();
};

const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();

/** It looks like the end of the form, and a document to relate to. */
const forged = [
  ...['x', '--lectern', 'Content-Disposition: form-data; name="ref"', '', 'api::post.post'],
  ...['--lectern--', ''],
].join('\r\n');

const files: Readonly<Record<string, RequestListener>> = {
  '/a%20picture.png': (_, response) => response.end(png),
  '/moved': redirectTo('/a%20picture.png#top'),
  '/round': redirectTo('/round'),
  '/nowhere': redirectTo('ftp://127.0.0.1/a'),
  '/announced': (_, response) => response.writeHead(200, { 'content-length': sizeLimit + 1 }).end(),
  '/endless': endless,
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x');
    setImmediate(() => response.destroy());
  },
  '/page.html': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<script>1</script>'),
  '/forged.txt': (_, response) => response.end(forged),
  '/': (_, response) => response.end('no name'),
};

const server = createServer((request, response) => {
  received.push(request.url ?? '');
  const answer = files[request.url ?? ''];
  if (answer === undefined) response.writeHead(404).end();
  else answer(request, response);
});
let site: string;
let agent: Agent;
let reader: Agent;
let outside: Agent;

const tokenFor = async (one: typeof api, ...permissions: readonly string[]): Promise<string> =>
  (await createToken(one.service(), { name: permissions.join(), type: 'custom', permissions })).accessKey;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const uploads = ['plugin::upload.content-api.upload', 'plugin::upload.content-api.find'];
  agent = await connectAgent(api, await tokenFor(api, ...uploads, 'api::post.post.create', 'api::post.post.findOne'));
  reader = await connectAgent(api, await tokenFor(api, 'plugin::upload.content-api.find'));
  outside = await connectAgent(closed, await tokenFor(closed, ...uploads));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
});

const upload = (path: string, more: object = {}, by = agent) =>
  by.call('upload_file', { url: path.startsWith('http') ? path : site + path, ...more });

describe('a file at an address', () => {
  it('is what REST stores, with its texts, and a value of media', async () => {
    const texts = { name: 'Cat', alternativeText: 'A cat', caption: 'Asleep' };
    const { isError, json } = await upload('/moved', texts);
    expect({ isError, file: json.file }).toMatchObject({
      isError: false,
      file: { ...texts, mime: 'image/png', width: 60, height: 40, ext: '.png' },
    });
    const { body } = await api.get(`/api/upload/files/${json.file.id}`);
    expect(body).toMatchObject({ ...texts, url: json.file.url });
    const { json: post } = await agent.call('create_document', { type: 'posts', data: { cover: json.file.id } });
    const { documentId } = post.document;
    const { json: read } = await agent.call('read_document', { type: 'posts', documentId, populate: ['cover'] });
    expect(read.document.cover.name).toBe('Cat');
  });

  it.each([
    ['/a%20picture.png', 'a picture.png', 'image/png'],
    // Its bytes decide, whatever the server says.
    ['/page.html', 'page.html', expect.not.stringMatching(/png/)],
    ['/', 'file', expect.any(String)],
    ['/forged.txt', 'forged.txt', 'text/plain'],
  ])('%s has a name and a type as in a form', async (path, name, mime) => {
    const { json } = await upload(path);
    expect(json.file).toMatchObject({ name, mime });
  });

  it.each([
    ['/missing', 400, 'url cannot be read: the server answers 404'],
    ['/round', 400, 'url has more than 3 redirects'],
    ['/nowhere', 400, /^url must be a valid URL that begins with https/],
    ['/cut', 400, /^url cannot be read: /],
    ['/announced', 413, `A file is larger than ${sizeLimit} bytes`],
    ['/endless', 413, `A file is larger than ${sizeLimit} bytes`],
    ['http://127.0.0.1:1/a', 400, /^url cannot be read: .*ECONNREFUSED/],
    ['file:///etc/passwd', 400, /^url must be a valid URL/],
    ['http://user:word@127.0.0.1/', 400, /^url must have no user and password/],
  ])('%s is refused: %i', async (path, status, message) => {
    const { isError, json } = await upload(path);
    expect({ isError, status: json.status, error: json.error }).toEqual({
      ...{ isError: true, status, error: typeof message === 'string' ? message : expect.stringMatching(message) },
    });
    expect(await api.leftovers()).toEqual([]);
  });

  it('is not asked for by a caller without the permission', async () => {
    const { json } = await upload('/a%20picture.png', {}, reader);
    expect([json.status, received]).toEqual([403, []]);
  });

  it('is stored once if the message is sent again', async () => {
    const as = { token: await tokenFor(api, 'plugin::upload.content-api.upload') };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const params = { name: 'upload_file', arguments: { url: `${site}/forged.txt` } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const before = await api.stored();
    for (let times = 0; times < 2; times++) await api.request('POST', '/mcp', { as, headers, body });
    expect(await api.stored()).toHaveLength(before.length + 1);
  });
});

it.each([
  ...[
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'localhost',
    'a.localhost',
    '169.254.169.254',
  ],
])('%s is not asked without upload.allowPrivate', async (host) => {
  const { port } = new URL(site);
  const { json } = await upload(`http://${host}:${port}/a%20picture.png`, {}, outside);
  expect([json.status, json.error, received]).toEqual([400, expect.stringMatching(/upload\.allowPrivate/), []]);
});

it('without a bucket there is no form', async () => {
  const { json } = await agent.call('upload_file', { name: 'a.png', mime: 'image/png', size: 100 });
  expect([json.status, json.error]).toEqual([404, expect.stringMatching(/^Files are stored in a folder here/)]);
});
