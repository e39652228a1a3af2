// The page to try GraphQL.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { serveGraphqlPage } from '../../lib/server/serveGraphqlPage.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await serve({
    ...{ routes: [], host: '127.0.0.1', port: 0 },
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    files: [serveGraphqlPage],
  });
});
afterAll(() => server.stop());

const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

it('is for browsers, and loads nothing from elsewhere', async () => {
  const answer = await fetch(`${server.url}/graphql`, { headers: { accept: html } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*connect-src 'self'/);
  expect(await answer.text()).not.toMatch(/https?:|src=|@import/);
});

it.each([
  ['GET', '/graphql', 'application/json'],
  ['GET', '/graphql?query={a}', html],
  ['POST', '/graphql', html],
  ['GET', '/graphqls', html],
])('leaves %s %s of %s to the routes', async (method, path, accept) => {
  expect((await fetch(server.url + path, { method, headers: { accept } })).status).toBe(404);
});
