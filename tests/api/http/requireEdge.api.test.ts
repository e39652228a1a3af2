// A deployment answers only requests that CloudFront has sent.
import { expect, it } from 'vitest';
import { createApi, testConfig } from '../../setup/api.ts';
import { secrets } from '../../setup/secrets.ts';
import { library } from '../../write/documents/library.ts';

const [current, next] = ['c'.repeat(32), 'n'.repeat(32)];
const received: unknown[] = [];
const api = createApi(library, testConfig, 1, { ...secrets, edge: [current, next] }, [
  {
    routes: [
      {
        ...{ method: 'GET', path: '/seen', permission: 'everyone', summary: 'Returns headers' },
        handler: ({ headers }) => {
          received.push(headers);
          return { ok: true };
        },
      },
    ],
  },
]);

const ask = async (url: string, sent?: string, method = 'GET') =>
  (await api.request(method, url, { headers: sent === undefined ? {} : { 'X-Lectern-Edge': sent } })).status;

it.each(['/api/books', '/api/users', '/api/seen', '/api/nowhere', '/api/auth/local'])(
  '%s refuses a request that has come another way',
  async (url) => {
    for (const sent of [undefined, '', 'c', `${current}x`]) expect([sent, await ask(url, sent)]).toEqual([sent, 403]);
    expect(await ask(url, undefined, 'OPTIONS')).toBe(403);
  },
);

it('says where to send it', async () => {
  expect((await api.get('/api/books')).body.error).toEqual({
    ...{ status: 403, name: 'ForbiddenError', message: 'Send requests to the address of the site', details: {} },
  });
});

it.each([current, next, `${current} ${next}`, `${next} ${'o'.repeat(32)}`])(
  'takes either secret, also beside another: %s',
  async (sent) => {
    expect(await ask('/api/books', sent)).toBe(200);
  },
);

it.each(['/_health', '/_ready'])('%s is for everyone', async (url) => {
  expect(await ask(url)).toBe(200);
});

it('project code does not see the secret', async () => {
  expect(await ask('/api/seen', current)).toBe(200);
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received)).not.toContain(current);
});
