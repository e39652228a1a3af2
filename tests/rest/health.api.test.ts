// Checks the routes for monitors and load balancers.
import { describe, expect, it } from 'vitest';
import { createApi } from '../setup/api.ts';
import { library } from '../write/documents/library.ts';
import { defaultConfig } from '../../lib/platform/config/index.ts';
import { createService } from '../../lib/platform/service.ts';
import { health, ready } from '../../functions/health.ts';
import { secrets } from '../setup/secrets.ts';
import type { Request } from '../../lib/api/http/index.ts';

const api = createApi(library);
const away = createService(
  { schema: library, config: defaultConfig },
  'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100',
  secrets,
);
const request = {} as Request; // neither route reads the context

describe.each(['/_health', '/_ready'])('%s', (path) => {
  it.each([null, 'full-access', { token: 'guessed' }] as const)('is ok for every caller: %o', async (as) => {
    const { status, headers, body } = await api.get(path, { as });
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('has no other method', async () => {
    const { status, headers } = await api.request('POST', path);
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });
});

describe('a process without its database', () => {
  it('is alive', async () => {
    expect((await health(request, away)).status).toBe(200);
  });

  it('is not ready', async () => {
    const { status, body } = await ready(request, away);
    expect(status).toBe(503);
    expect(body).toMatchObject({
      data: null,
      error: { name: 'ServiceUnavailableError', message: 'Not ready to serve' },
    });
  });
});
