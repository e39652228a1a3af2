// `GET /` of the server: a page for browsers, JSON for programs.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveIndex } from '../../lib/server/serveIndex.ts';

const start = (docs: boolean, guide = false): Promise<RunningServer> =>
  serve({
    ...{ routes: [], host: '127.0.0.1', port: 0 },
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    files: [serveIndex({ docs, editor: true, guide })],
  });

let [server, withoutDocs, withGuide]: RunningServer[] = [];
beforeAll(async () => {
  [server, withoutDocs, withGuide] = [await start(true), await start(false), await start(false, true)];
});
afterAll(() => Promise.all([server?.stop(), withoutDocs?.stop(), withGuide?.stop()]));

const ask = (url = '', accept = '*/*', method = 'GET') => fetch(`${url}/`, { method, headers: { accept } });

it('tells programs where the editor and the descriptions are', async () => {
  const answer = await ask(server?.url);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({
    data: { editor: '/editor/', documentation: '/docs', openapi: '/openapi.json' },
  });
  expect(await (await ask(withoutDocs?.url)).json()).toEqual({ data: { editor: '/editor/' } });
});

it('links to the documentation where it is served', async () => {
  expect(await (await ask(withGuide?.url)).json()).toEqual({ data: { editor: '/editor/', guide: '/guide/' } });
  expect(await (await ask(withGuide?.url, 'text/html')).text()).toContain('<a href="/guide/">Documentation</a>');
});

it('is a page for browsers, which loads nothing', async () => {
  const answer = await ask(server?.url, 'text/html,application/xhtml+xml,*/*;q=0.8');
  const { status, headers } = answer;
  expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
    ...[200, 'text/html; charset=utf-8', 'accept'],
  ]);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  expect(await answer.text()).toContain('href="/editor/"');
});

it('answers HEAD without a body, and leaves other methods to the routes', async () => {
  expect(await (await ask(server?.url, 'text/html', 'HEAD')).text()).toBe('');
  expect((await ask(server?.url, 'text/html', 'POST')).status).toBe(404);
});
