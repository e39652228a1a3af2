// The built documentation, served in development.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { guideAddress, serveGuide } from '../../lib/server/serveGuide.ts';
import { freshFolder } from '../media/files.ts';

const root = await freshFolder();
const folder = join(root, 'docs');

let server: RunningServer | undefined;
beforeAll(async () => {
  await mkdir(join(folder, 'reference'), { recursive: true });
  await writeFile(join(root, 'secret.html'), 'a secret');
  await writeFile(join(folder, 'index.html'), 'the index');
  await writeFile(join(folder, 'reference/media.html'), 'media');
  server = await serve({
    ...{ routes: [], host: '127.0.0.1', port: 0 },
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    files: [serveGuide(folder)],
  });
});
afterAll(() => server?.stop());

const ask = async (path: string, method = 'GET') => {
  const answer = await fetch(`${server?.url ?? ''}${path}`, { method });
  return [answer.status, await answer.text()];
};

it('answers its pages', async () => {
  expect(await ask('/guide/')).toEqual([200, 'the index']);
  expect(await ask('/guide/reference/media.html')).toEqual([200, 'media']);
  expect(await ask('/guide/', 'HEAD')).toEqual([200, '']);
});

it('lets pages load nothing from elsewhere', async () => {
  const { headers } = await fetch(`${server?.url ?? ''}/guide/`);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; script-src 'self' 'unsafe-inline'; /);
});

it.each(['/guide', '/guide/none.html', '/guide/reference', '/guide/%2e%2e/secret.html', '/guide/..%2fsecret.html'])(
  'leaves %s to the routes',
  async (path) => {
    expect((await ask(path))[0]).toBe(404);
  },
);

it('links to the pages in the repository where it is not built', () => {
  expect(guideAddress(folder)).toBe('/guide/');
  expect(guideAddress(join(folder, 'reference'))).toMatch(/^https:\/\/.*\/docs\/README\.md$/);
});
