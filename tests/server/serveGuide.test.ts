// The documentation, served in development from the archive that is built at the first request.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, expect, it, vi } from 'vitest';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveGuide } from '../../lib/server/serveGuide.ts';
import { freshFolder } from '../media/files.ts';

const archive = join(await freshFolder(), 'guide.tar.br');

const writeArchive = async (files: Readonly<Record<string, string>>): Promise<void> => {
  const tar = pack();
  for (const [name, text] of Object.entries(files)) tar.entry({ name }, text);
  tar.finalize();
  await writeFile(archive, brotliCompressSync(await buffer(tar)));
};

let server: RunningServer | undefined;
afterEach(() => server?.stop());

const start = async (path: string, build: () => Promise<void> = () => Promise.resolve()): Promise<void> => {
  server = await serve({
    ...{ routes: [], host: '127.0.0.1', port: 0 },
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    files: [serveGuide(build, path)],
  });
};

const ask = (path: string, method = 'GET') => fetch(`${server?.url ?? ''}${path}`, { method, redirect: 'manual' });

const answerTo = async (path: string, method = 'GET') => {
  const answer = await ask(path, method);
  return [answer.status, await answer.text()];
};

it('answers its pages', async () => {
  await writeArchive({ 'index.html': 'the index', 'reference/media.html': 'media' });
  await start(archive);
  expect(await answerTo('/guide/')).toEqual([200, 'the index']);
  expect(await answerTo('/guide/reference/media.html')).toEqual([200, 'media']);
  expect(await answerTo('/guide/', 'HEAD')).toEqual([200, '']);
  expect((await ask('/guide')).headers.get('location')).toBe('/guide/');
  const { headers } = await ask('/guide/');
  // Pages load nothing from elsewhere.
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; script-src 'self' 'unsafe-inline'; /);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
});

it.each([
  ['GET', '/guide/none.html'],
  ['GET', '/guide/reference'],
  ['GET', '/guides'],
  ['POST', '/guide/'],
])('leaves %s %s to the routes', async (method, path) => {
  await writeArchive({ 'index.html': 'the index', 'reference/media.html': 'media' });
  await start(archive);
  expect((await ask(path, method)).status).toBe(404);
});

it('builds at the first request, once, and serves what is there meanwhile', async () => {
  await rm(archive, { force: true });
  let finish = (): void => undefined;
  const build = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await start(archive, build);
  expect(build).not.toHaveBeenCalled();
  expect(await answerTo('/guide/')).toEqual([503, expect.stringContaining('<meta http-equiv="refresh" content="2">')]);
  await writeArchive({ 'index.html': 'before' });
  expect(await answerTo('/guide/')).toEqual([200, 'before']);
  await writeArchive({ 'index.html': 'built' });
  finish();
  expect(await answerTo('/guide/')).toEqual([200, 'built']);
  expect(build).toHaveBeenCalledOnce();
});

it('says that it cannot be built, and tries again', async () => {
  await rm(archive, { force: true });
  const build = vi.fn(() => new Promise<void>(() => undefined)).mockRejectedValueOnce(new Error('a broken link'));
  await start(archive, build);
  expect(await answerTo('/guide/')).toEqual([503, expect.stringContaining('cannot be built')]);
  expect(await answerTo('/guide/')).toEqual([503, expect.stringContaining('is being built')]);
  expect(build).toHaveBeenCalledTimes(2);
});

it('is built again after somebody has deleted it', async () => {
  await writeArchive({ 'index.html': 'the index' });
  const build = vi.fn(() => Promise.resolve());
  await start(archive, build);
  expect(await answerTo('/guide/')).toEqual([200, 'the index']);
  await rm(archive);
  expect(await answerTo('/guide/')).toEqual([503, expect.stringContaining('cannot be built')]);
  build.mockImplementation(() => writeArchive({ 'index.html': 'again' }));
  await ask('/guide/');
  await expect.poll(() => answerTo('/guide/')).toEqual([200, 'again']);
  expect(build).toHaveBeenCalledTimes(2);
});
