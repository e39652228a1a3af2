// What the server measures of itself, and how Prometheus reads it.
import { EventEmitter } from 'node:events';
import type { Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import type { Event } from '../../lib/api/http/index.ts';
import { combineMetrics } from '../../lib/server/combineMetrics.ts';
import { JobMetrics } from '../../lib/server/metrics/jobMetrics.ts';
import { PoolMetrics } from '../../lib/server/metrics/poolMetrics.ts';
import { prometheusText, type Metric } from '../../lib/server/metrics/prometheusText.ts';
import { RequestMetrics } from '../../lib/server/metrics/requestMetrics.ts';

const linesOf = (metrics: readonly Metric[]): readonly string[] =>
  prometheusText(metrics)
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '');

it('the text has each metric with its help and its type, and labels are escaped', () => {
  const labels = { path: 'a\\b', text: 'say "hi"\n', code: 200 };
  expect(
    prometheusText([
      { name: 'a_total', type: 'counter', help: 'Of a.', samples: [{ value: 1 }, { labels, value: 0.5 }] },
      { name: 'none', type: 'gauge', help: 'Nothing.', samples: [] },
    ]),
  ).toBe(
    [
      '# HELP a_total Of a.',
      '# TYPE a_total counter',
      'a_total 1',
      String.raw`a_total{path="a\\b",text="say \"hi\"\n",code="200"} 0.5`,
      '',
    ].join('\n'),
  );
});

it('requests are counted by operation and status, and their durations are in buckets', async () => {
  const requests = new RequestMetrics();
  const clock = vi.spyOn(performance, 'now');
  const [event, context] = [{}, {}] as [Event, Context]; // This handler does not read them.
  const take = async (ms: number, statusCode: number): Promise<void> => {
    clock.mockReturnValueOnce(0).mockReturnValueOnce(ms);
    await requests.measure('GET /api/{contentType}', () => Promise.resolve({ statusCode }))(event, context);
  };
  for (const ms of [4, 5, 30, 20_000]) await take(ms, 200);
  await take(300, 503);
  clock.mockRestore();
  const failing = requests.measure('$default', () => Promise.reject(new Error('no')));
  await expect(failing(event, context)).rejects.toThrow('no');
  const lines = linesOf(requests.metrics());
  const of = 'operation="GET /api/{contentType}"';
  expect(lines).toEqual(
    expect.arrayContaining([
      `lectern_requests_total{${of},status="200"} 4`,
      `lectern_requests_total{${of},status="503"} 1`,
      `lectern_request_duration_seconds_bucket{${of},le="0.005"} 2`,
      `lectern_request_duration_seconds_bucket{${of},le="0.05"} 3`,
      `lectern_request_duration_seconds_bucket{${of},le="0.5"} 4`,
      `lectern_request_duration_seconds_bucket{${of},le="10"} 4`,
      `lectern_request_duration_seconds_bucket{${of},le="+Inf"} 5`,
      `lectern_request_duration_seconds_sum{${of}} ${(0.004 + 0.005 + 0.03 + 20 + 0.3).toString()}`,
      `lectern_request_duration_seconds_count{${of}} 5`,
      'lectern_requests_in_progress 0',
    ]),
  );
});

it('connections are followed by the events of the driver, also those that were open before', () => {
  const client = Object.assign(new EventEmitter(), { options: { maxPoolSize: 15 } });
  const pool = new PoolMetrics(client as unknown as ConstructorParameters<typeof PoolMetrics>[0]);
  const emit = (event: string, connectionId: number): void => {
    client.emit(event, { address: 'a:27017', connectionId });
  };
  emit('connectionCheckOutStarted', 1);
  emit('connectionCheckedOut', 1);
  emit('connectionCreated', 2);
  emit('connectionCheckOutStarted', 0);
  emit('connectionCheckOutStarted', 0);
  emit('connectionCheckOutFailed', 0);
  expect(linesOf(pool.metrics())).toEqual([
    'lectern_mongodb_connections{state="used"} 1',
    'lectern_mongodb_connections{state="idle"} 1',
    'lectern_mongodb_connections_max 15',
    'lectern_mongodb_waiting 1',
    'lectern_mongodb_checkout_failures_total 1',
  ]);
  emit('connectionCheckedIn', 1);
  emit('connectionClosed', 1);
  emit('connectionClosed', 7);
  expect(linesOf(pool.metrics()).slice(0, 2)).toEqual([
    'lectern_mongodb_connections{state="used"} 0',
    'lectern_mongodb_connections{state="idle"} 1',
  ]);
});

it('runs of jobs are counted, with the time of the last success', () => {
  vi.useFakeTimers({ now: 1_800_000_000_500, toFake: ['Date'] });
  const jobs = new JobMetrics();
  jobs.record('relay');
  jobs.record('relay', new Error('no'));
  jobs.record('sweep', new Error('no'));
  vi.useRealTimers();
  expect(linesOf(jobs.metrics())).toEqual([
    'lectern_job_runs_total{job="relay",outcome="succeeded"} 1',
    'lectern_job_runs_total{job="relay",outcome="failed"} 1',
    'lectern_job_runs_total{job="sweep",outcome="succeeded"} 0',
    'lectern_job_runs_total{job="sweep",outcome="failed"} 1',
    'lectern_job_success_timestamp_seconds{job="relay"} 1800000000.5',
  ]);
});

it('the metrics of several processes are sums, the times of jobs the last ones, and histograms keep their order', () => {
  const common = { help: 'Of a.' };
  const buckets = (...values: readonly number[]): Metric => ({
    ...{ ...common, name: 'b', type: 'histogram' },
    samples: values.map((value, index) => ({ suffix: '_bucket', labels: { le: index }, value })),
  });
  const at = (value: number): Metric => ({
    ...{ ...common, name: 'c', type: 'gauge', combine: 'max', samples: [{ value }] },
  });
  const counted = (...values: readonly number[]): Metric => ({
    ...{ ...common, name: 'a_total', type: 'counter' },
    samples: values.map((value, index) => ({ labels: { index }, value })),
  });
  expect(
    linesOf(combineMetrics([[counted(1), buckets(1, 2), at(7)], [], [counted(2, 5), buckets(3, 4), at(5)]])),
  ).toEqual(['a_total{index="0"} 3', 'a_total{index="1"} 5', 'b_bucket{le="0"} 4', 'b_bucket{le="1"} 6', 'c 7']);
  expect(new JobMetrics().metrics().map(({ combine }) => combine)).toEqual([undefined, 'max']);
});
