// `GET /_metrics`: who may read it, and what it says of the site.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Metrics } from '../../lib/server/metrics/index.ts';
import { serve, type RunningServer } from '../../lib/server/serve.ts';
import { Worker } from '../../lib/background/index.ts';
import { loopOf } from '../background/testWorker.ts';
import { createApi } from '../setup/api.ts';
import { library } from '../write/documents/library.ts';

const token = 'm'.repeat(32);
const api = createApi(library);
let metrics: Metrics;
let server: RunningServer;
beforeAll(async () => {
  await api.createAllIndexes();
  metrics = await Metrics.of(api.service(), token);
  server = await serve({
    routes: [
      { method: 'GET', path: '/a', handler: metrics.measure('GET /a', () => Promise.resolve({ statusCode: 204 })) },
    ],
    otherwise: () => Promise.resolve({ statusCode: 404 }),
    ...{ host: '127.0.0.1', port: 0, files: [metrics.serve] },
  });
});
afterAll(() => server.stop());

const read = (authorization = `Bearer ${token}`, method = 'GET', path = '/_metrics'): Promise<Response> =>
  fetch(server.url + path, { method, headers: { authorization } });

/** The value of each line. */
const values = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (await (await read()).text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

it.each([[''], ['Bearer '], [`Bearer ${'n'.repeat(32)}`], [token], [`Bearer ${token}x`]])(
  'is 401 for %j',
  async (authorization) => {
    const { status, headers } = await read(authorization);
    expect([status, headers.get('www-authenticate'), headers.get('cache-control')]).toEqual([
      401,
      'Bearer',
      'no-store',
    ]);
  },
);

it('is the text of Prometheus, and nothing else of the server', async () => {
  const { status, headers } = await read();
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    ...[200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'],
  ]);
  for (const [method, path] of [
    ['POST', '/_metrics'],
    ['GET', '/_metrics/'],
  ])
    expect((await read(undefined, method, path)).status).toBe(404);
});

it('has what waits for the relay, and what requests did', async () => {
  expect((await read(undefined, 'GET', '/a')).status).toBe(204);
  expect(await values()).toMatchObject({
    'lectern_requests_total{operation="GET /a",status="204"}': 1,
    lectern_database_up: 1,
    lectern_relay_running: 0,
    lectern_events_waiting: 0,
    lectern_events_oldest_seconds: 0,
  });
  await api.create('/api/authors', { name: 'Ada' });
  const waiting = await values();
  expect(waiting).toMatchObject({ lectern_events_waiting: 1, lectern_totals_uncounted: expect.any(Number) });
  expect(waiting.lectern_totals_missing).toBeGreaterThan(0);
  expect(waiting['lectern_search_indexes{state="missing"}']).toBeGreaterThan(0);
  const relay = loopOf(api.service());
  await relay.round();
  expect(await values()).toMatchObject({
    ...{ lectern_relay_running: 1, lectern_events_waiting: 0, lectern_totals_missing: 0 },
  });
  await relay.end();
  await new Worker(api.service(), { onRun: metrics.jobs.record }).runUntilIdle(20_000);
  expect(await values()).toHaveProperty(['lectern_search_indexes{state="missing"}'], 0);
  expect(await values()).toHaveProperty(['lectern_job_runs_total{job="sweep",outcome="succeeded"}'], 1);
});

it('says that the database does not answer, and has the rest', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(api.service().database, 'get').mockRejectedValue(new Error('away'));
  const { status } = await read();
  const found = await values();
  vi.restoreAllMocks();
  expect([status, found.lectern_database_up]).toEqual([200, 0]);
  expect(found).not.toHaveProperty('lectern_events_waiting');
  expect(found).toHaveProperty('lectern_mongodb_connections_max');
  expect(log).toHaveBeenCalled();
});
