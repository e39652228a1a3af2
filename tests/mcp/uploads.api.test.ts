// Agents add files from an address to the library.
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToken, revokeToken } from '../../lib/accounts/tokens/index.ts';
import { FairQueue } from '../../lib/platform/fairQueue.ts';
import { pictureOfSize, pngHeader } from '../media/files.ts';
import { schemaOf, typeFile } from '../setup/schema.ts';
import { createUploadApi } from '../setup/uploads.ts';
import { waitFor } from '../setup/waitFor.ts';
import { connectAgent, type Agent } from './agentClients.ts';
import { callTool } from './callTool.ts';

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

/** The answers that wait, each for a test. */
const held: ServerResponse[] = [];

/** It looks like the end of the form, and a document to relate to. */
const forged = [
  ...['x', '--lectern', 'Content-Disposition: form-data; name="ref"', '', 'api::post.post'],
  ...['--lectern--', ''],
].join('\r\n');

/** 40 kB, which are 40 MB. */
const bomb = gzipSync(Buffer.alloc(40_000_000));
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

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
  '/drawing.svg': (_, response) => response.end(svg),
  '/picture.png': (_, response) => response.end(svg),
  '/bomb.gz': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
  '/held': (_, response) => held.push(response),
  '/huge.png': (_, response) => response.end(pngHeader(65_535, 65_535)),
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

let tokens = 0;
const newToken = (one: typeof api, permissions: readonly string[]) =>
  createToken(one.service(), { name: `Robot ${++tokens}`, type: 'custom', permissions });
const tokenFor = async (one: typeof api, ...permissions: readonly string[]): Promise<string> =>
  (await newToken(one, permissions)).accessKey;

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
    ['/huge.png', 400, /more than 64 million pixels/],
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

  it.each([
    ['/drawing.svg', 'image/svg+xml'],
    ['/picture.png', 'image/svg+xml'],
    ['/page.html', 'application/octet-stream'],
  ])('%s is served as one that a form brought: no browser runs it', async (path, type) => {
    const { json } = await upload(path);
    const { headers } = await fetch(`${api.url()}${json.file.url}`);
    expect(
      ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'].map((name) =>
        headers.get(name),
      ),
    ).toEqual([type, 'attachment', "default-src 'none'; sandbox", 'nosniff']);
  });

  it('is stored as it was sent, never unpacked', async () => {
    const { json } = await upload('/bomb.gz');
    expect(json.file).toMatchObject({ mime: 'application/gzip', size: Math.round(bomb.length / 10) / 100 });
  });

  it('is not asked for by a caller without the permission', async () => {
    const { json } = await upload('/a%20picture.png', {}, reader);
    expect([json.status, received]).toEqual([403, []]);
  });

  it('comes although its token ends meanwhile; the next call of the token is refused', async () => {
    const { id, accessKey } = await newToken(api, ['plugin::upload.content-api.upload']);
    const ending = await connectAgent(api, accessKey);
    const calling = upload('/held', {}, ending);
    await waitFor(() => {
      expect(held).toHaveLength(1);
    });
    await revokeToken(api.service(), id);
    held.pop()?.end('late');
    expect((await calling).isError).toBe(false);
    await expect(upload('/forged.txt', {}, ending)).rejects.toThrow(/401|credentials|API token/);
  });

  it('is not asked for if the client has gone before its turn', async () => {
    const token = await tokenFor(api, 'plugin::upload.content-api.upload');
    const leaving = new AbortController();
    const take = vi.spyOn(FairQueue.prototype, 'take');
    const send = (path: string, id: number, signal?: AbortSignal) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
      const params = { name: 'upload_file', arguments: { url: site + path } };
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
      return fetch(`${api.url()}/mcp`, {
        ...{ method: 'POST', headers: { ...headers, ...accept }, body },
        ...(signal === undefined ? {} : { signal }),
      });
    };
    const first = [send('/held', 1), send('/held', 2)];
    await waitFor(() => {
      expect(held).toHaveLength(2);
    });
    const third = send('/a%20picture.png', 3, leaving.signal);
    const fourth = send('/forged.txt', 4);
    await waitFor(() => {
      expect(take.mock.calls.filter(([, maxWaitMs]) => maxWaitMs === 300_000)).toHaveLength(4);
    });
    leaving.abort();
    await expect(third).rejects.toThrow(/abort/);
    await waitFor(() => {
      expect(take.mock.settledResults).toContainEqual({ type: 'fulfilled', value: false });
    });
    for (const response of held.splice(0)) response.end('late');
    for (const { status } of await Promise.all([...first, fourth])) expect(status).toBe(200);
    expect(received.toSorted()).toEqual(['/forged.txt', '/held', '/held']);
  });

  it('is stored once if the message is sent again', async () => {
    const token = await tokenFor(api, 'plugin::upload.content-api.upload');
    const args = { url: `${site}/forged.txt` };
    const before = await api.stored();
    for (let times = 0; times < 2; times++) await callTool(api, token, 'upload_file', args, { id: 1 });
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
