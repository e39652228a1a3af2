// The answers of the server to requests below /editor/.
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { defaultConfig, defineConfig } from '../../../lib/platform/config/index.ts';
import { editorOf } from '../../../lib/server/editor/index.ts';
import { serve, type RunningServer } from '../../../lib/server/serve.ts';
import { serveEditor } from '../../../lib/server/serveFiles.ts';
import { freshFolder } from '../../media/files.ts';

const folder = join(await freshFolder(), 'editor');
const [html, script] = ['<!doctype html><title>Lectern</title>', 'let many = 0;\n'.repeat(200)];

let server: RunningServer;
beforeAll(async () => {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets/index-a1.js'), script);
  await writeFile(join(folder, 'assets/index-b2.css'), 'a{}');
  await writeFile(join(folder, 'assets/icon-c3.svg'), '<svg/>');
  await writeFile(join(folder, 'assets/font-d4.woff2'), 'font');
  await mkdir(join(folder, 'compressed'));
  await writeFile(join(folder, 'compressed/index-b2.css.br'), 'as the build has compressed it');
  await writeFile(join(folder, '../secret.txt'), 'secret');
  const editor = editorOf(defaultConfig, folder);
  server = await serve({
    routes: [],
    otherwise: () => Promise.resolve({ statusCode: 404, body: 'of the API' }),
    ...{ host: '127.0.0.1', port: 0 },
    files: editor === undefined ? [] : [serveEditor(editor)],
  });
});
afterAll(() => server.stop());

interface Reply {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Sends the path as it is: `fetch` would resolve `..`, and decompress. */
const send = async (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Reply> => {
  const { port } = new URL(server.url);
  const sent = request({ host: '127.0.0.1', port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
};

const year = 'public, max-age=31536000, immutable';

describe('the editor', () => {
  it.each([
    ['in development', 'true', true],
    ['in production', undefined, false],
  ])('links to the documentation %s: its page says so', async (_, development, guide) => {
    const page = join(await freshFolder(), 'editor');
    await mkdir(page);
    await writeFile(join(page, 'index.html'), '<head></head>');
    vi.stubEnv('LECTERN_DEVELOPMENT', development);
    const file = await editorOf(defaultConfig, page)?.files.read('index.html');
    expect(String(file?.bytes)).toContain(`&quot;guide&quot;:${guide}`);
  });

  it.each(['/editor/', '/editor/index.html', '/editor/login', '/editor/content/articles/a1?locale=de', '/editor/x.y'])(
    'is one page, which is never stored without asking: %s',
    async (path) => {
      const { status, headers, bytes } = await send(path);
      expect([status, bytes.toString()]).toEqual([200, html]);
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    },
  );

  it.each([
    ['index-a1.js', 'text/javascript; charset=utf-8'],
    ['index-b2.css', 'text/css; charset=utf-8'],
    ['icon-c3.svg', 'image/svg+xml'],
    ['font-d4.woff2', 'font/woff2'],
  ])('has the asset %s, which is stored for a year', async (name, type) => {
    const { status, headers } = await send(`/editor/assets/${name}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'cache-control': year, 'content-type': type });
  });

  it('has the headers that protect it, on each file', async () => {
    // A page that asks for consent is in no frame.
    for (const path of ['/editor/', '/editor/assets/index-a1.js', '/editor/authorize?client_id=x'])
      expect((await send(path)).headers).toMatchObject({
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      });
  });

  it('begins with a slash', async () => {
    expect(await send('/editor')).toMatchObject({ status: 308, headers: { location: '/editor/' } });
  });

  it.each([
    '/editor/assets/',
    '/editor/assets/none.js',
    '/editor/assets/../../secret.txt',
    '/editor/assets/..%2f..%2fsecret.txt',
    '/editor/assets/%2e%2e/%2e%2e/secret.txt',
    '/editor/assets//etc/passwd',
    '/editor/assets/constructor',
    `/editor/assets/${'a'.repeat(300)}.js`,
    '/editor/assets/index-a1.js%00',
  ])('has no file at %s', async (path) => {
    const { status, bytes } = await send(path);
    expect([status, bytes.length]).toEqual([404, 0]);
  });

  it('never leaves its folder', async () => {
    expect((await send('/editor/../secret.txt')).bytes.toString()).toBe(html);
  });

  it.each(['/', '/editors/', '/api/editor', '/Editor/'])('leaves %s to the API', async (path) => {
    expect((await send(path)).bytes.toString()).toBe('of the API');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    expect(await send('/editor/', {}, method)).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('answers HEAD with the headers of GET', async () => {
    const [head, get] = [await send('/editor/', {}, 'HEAD'), await send('/editor/')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, decompress) => {
    const path = '/editor/assets/index-a1.js';
    for (const attempt of ['first', 'again']) {
      const { headers, bytes } = await send(path, { 'accept-encoding': accepted });
      expect(headers, attempt).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(bytes.length),
        vary: 'accept-encoding',
      });
      expect(bytes.length).toBeLessThan(script.length / 10);
      expect(decompress(bytes).toString()).toBe(script);
    }
  });

  it('is what the build has compressed', async () => {
    const { headers, bytes } = await send('/editor/assets/index-b2.css', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], String(bytes)]).toEqual(['br', 'as the build has compressed it']);
    expect((await send('/editor/compressed/index-b2.css.br')).bytes.toString()).toBe(html);
  });

  it.each([
    ['/editor/assets/index-a1.js', ''],
    ['/editor/assets/index-a1.js', 'br;q=0.0, gzip; q=0'],
    ['/editor/assets/font-d4.woff2', 'br'],
  ])('sends %s as it is for "%s"', async (path, accepted) => {
    expect((await send(path, { 'accept-encoding': accepted })).headers).not.toHaveProperty('content-encoding');
  });

  it('is not sent again to a client that has it', async () => {
    const { etag } = (await send('/editor/')).headers;
    const again = await send('/editor/', { 'if-none-match': `"other", W/${String(etag)}` });
    expect(again).toMatchObject({ status: 304, headers: { etag, 'cache-control': 'no-cache' } });
    expect(again.bytes.length).toBe(0);
    expect((await send('/editor/', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is built again while it is served', async () => {
    const before = await send('/editor/');
    expect((await send('/editor/assets/index-a1.js')).status).toBe(200);
    await rm(join(folder, 'assets/index-a1.js'));
    await writeFile(join(folder, 'assets/index-e5.js'), 'new');
    await writeFile(join(folder, 'index.html'), `${html}again`);
    const after = await send('/editor/', { 'if-none-match': String(before.headers.etag) });
    expect([after.status, after.bytes.toString()]).toEqual([200, `${html}again`]);
    expect((await send('/editor/assets/index-a1.js')).status).toBe(404);
    expect((await send('/editor/assets/index-e5.js')).bytes.toString()).toBe('new');
    // Between the builds.
    await rm(folder, { recursive: true });
    for (const path of ['/editor/', '/editor/assets/index-e5.js']) expect((await send(path)).status).toBe(404);
    await mkdir(folder);
    await writeFile(join(folder, 'index.html'), html);
    expect((await send('/editor/')).bytes.toString()).toBe(html);
  });

  it('is off if the settings say so, or it is not built', () => {
    expect(editorOf(defineConfig({ editor: { enabled: false } }), folder)).toBeUndefined();
    expect(editorOf(defaultConfig, `${folder}-none`)).toBeUndefined();
  });
});
