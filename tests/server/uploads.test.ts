// Serves the files of the upload folder over HTTP.
import { request } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { join } from 'node:path';
import { vercelStegaCombine } from '@vercel/stega';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { corsOf } from '../../lib/api/http/index.ts';
import { localStore } from '../../lib/media/store/local.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveFiles } from '../../lib/server/serveFiles.ts';
import { freshFolder } from '../media/files.ts';

const store = localStore(join(await freshFolder(), 'uploads'));
const hello = 'Hello, World';

let server: RunningServer;
beforeAll(async () => {
  for (const key of ['a_1.txt', 'a_1.svg', 'a_1.html', 'a_1.png', 'a_1.pdf', 'a_1'])
    await store.put(key, Readable.from(hello), { mime: '', bytes: hello.length });
  await store.put('empty_1.txt', Readable.from(''), { mime: '', bytes: 0 });
  server = await serve({
    routes: [],
    otherwise: () => Promise.resolve({ statusCode: 404, body: 'none' }),
    ...{ host: '127.0.0.1', port: 0 },
    files: [serveFiles(store, corsOf(defaultConfig.http.cors).headersFor)],
  });
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${server.url}/uploads/${path}`, { headers, method });

const etagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? '';

describe('a file', () => {
  it('is sent whole, with headers for caching', async () => {
    const reply = await get('a_1.txt');
    expect([reply.status, await reply.text()]).toEqual([200, hello]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=3600',
      'content-length': '12',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"a_1\.txt-12-\d+"$/),
    });
  });

  it('is sent for the address in a draft with source maps, as image services ask for it', async () => {
    const source = { href: 'https://cms.example.org/editor/content/articles/a#cover', strapiSource: 'path=cover.url' };
    const address = vercelStegaCombine(`${server.url}/uploads/a_1.png`, source, false);
    // What `next/image` makes of it, and what its server then loads.
    const image = new URL(`/_next/image?url=${encodeURIComponent(address)}&w=640&q=75`, 'https://www.example.org');
    const reply = await fetch(image.searchParams.get('url') ?? '');
    expect([reply.status, await reply.text(), reply.headers.get('content-type')]).toEqual([200, hello, 'image/png']);
    expect((await get(`${encodeURIComponent('\u200B'.repeat(3))}a_1.png`)).status).toBe(404);
  });

  it('is 500 if the folder cannot be read, and the log has the reason', async () => {
    const errorLog = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(store, 'find').mockRejectedValueOnce(Object.assign(new Error('i/o error'), { code: 'EIO' }));
    const { status, headers } = await get('a_1.txt?secret', { 'x-request-id': 'mine' });
    expect([status, headers.get('x-request-id')]).toEqual([500, 'mine']);
    const [[line]] = errorLog.mock.calls as [[string]];
    expect(JSON.parse(line)).toMatchObject({
      ...{ level: 'error', requestId: 'mine', method: 'GET', path: '/uploads/a_1.txt' },
      error: { message: 'i/o error', code: 'EIO', stack: expect.any(String) as unknown },
    });
  });

  it.each([
    ['a_1.svg', 'image/svg+xml', 'attachment'],
    ['a_1.html', 'application/octet-stream', 'attachment'],
    ['a_1', 'application/octet-stream', 'attachment'],
    ['a_1.png', 'image/png', 'inline'],
  ])('is never executed by browsers: %s', async (key, type, disposition) => {
    const { headers } = await get(key);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([type, disposition]);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });

  it('is displayed if it is a PDF', async () => {
    const { headers } = await get('a_1.pdf');
    expect([headers.get('content-disposition'), headers.get('content-security-policy')]).toEqual(['inline', null]);
  });

  it.each([
    ['bytes=0-4', 206, 'Hello', 'bytes 0-4/12'],
    ['bytes=7-', 206, 'World', 'bytes 7-11/12'],
    ['bytes=-5', 206, 'World', 'bytes 7-11/12'],
    ['bytes=-99', 206, hello, 'bytes 0-11/12'],
    ['bytes=7-99', 206, 'World', 'bytes 7-11/12'],
    ['bytes=12-', 416, '', 'bytes */12'],
    ['bytes=-0', 416, '', 'bytes */12'],
    ['bytes=5-2', 200, hello, null],
    ['bytes=0-1,3-4', 200, hello, null],
    ['bytes=-', 200, hello, null],
    ['lines=1-2', 200, hello, null],
  ])('is sent in ranges: %s', async (range, status, body, contentRange) => {
    const reply = await get('a_1.txt', { range });
    expect([reply.status, await reply.text(), reply.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('is sent in ranges if If-Range matches, and whole otherwise', async () => {
    const range = 'bytes=0-4';
    expect((await get('a_1.txt', { range, 'if-range': await etagOf('a_1.txt') })).status).toBe(206);
    expect((await get('a_1.txt', { range, 'if-range': '"b_1.txt"' })).status).toBe(200);
  });

  it('is 304 if the client has it', async () => {
    const reply = await get('a_1.txt', { 'if-none-match': `"x", W/${await etagOf('a_1.txt')}` });
    expect([reply.status, await reply.text()]).toEqual([304, '']);
    expect((await get('a_1.txt', { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('has only headers for HEAD', async () => {
    const reply = await get('a_1.txt', {}, 'HEAD');
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '12', '']);
  });

  it('may be empty', async () => {
    const reply = await get('empty_1.txt');
    expect([reply.status, reply.headers.get('content-length'), await reply.text()]).toEqual([200, '0', '']);
    expect((await get('empty_1.txt', { range: 'bytes=0-' })).status).toBe(416);
  });
});

describe('the routes answer', () => {
  it.each(['absent_1.txt', '', 'a_1.txt/', '%2e%2e/package.json'])('a path without a file: %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('a path out of the folder', async () => {
    const { hostname, port } = new URL(server.url);
    const raw = request({ hostname, port, path: '/uploads/../uploads/../../package.json' }).end();
    const [reply] = (await once(raw, 'response')) as [{ statusCode: number; resume: () => void }];
    reply.resume();
    expect(reply.statusCode).toBe(404);
  });

  it('other methods', async () => {
    expect((await get('a_1.txt', {}, 'DELETE')).status).toBe(404);
    expect((await get('a_1.txt')).status).toBe(200);
  });
});
