// How a loop runs its jobs: in order, with its lease, again when they need it, and after failures.
import { MongoNetworkError } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { JobContext, RunningJob } from '../../lib/background/job.ts';
import { relayLoop, releasesLoop, sweepLoop } from '../../lib/background/jobs.ts';
import { RunningLoop } from '../../lib/background/runningLoop.ts';
import { Worker } from '../../lib/background/worker.ts';
import { LeaseLost } from '../../lib/platform/db/index.ts';
import type { Service } from '../../lib/platform/service.ts';

let [isHeld, isStopping] = [true, false];
let done: string[] = [];
let runs: unknown[][] = [];
let logged: unknown[] = [];

beforeEach(() => {
  [isHeld, isStopping] = [true, false];
  [done, runs, logged] = [[], [], []];
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation((line) => logged.push(JSON.parse(String(line))));
});
afterEach(() => {
  vi.useRealTimers();
});

/** A loop with these jobs, which note their runs. @param more what some of them do besides, or instead */
const loopWith = (names: readonly string[], more: Readonly<Record<string, Partial<RunningJob>>> = {}): RunningLoop => {
  const jobs = names.map((name) => {
    const own = { run: () => Promise.resolve(void done.push(name)) };
    return { name, start: () => Object.setPrototypeOf(more[name] ?? {}, own) as RunningJob };
  });
  // What a loop uses of its context.
  const context = {
    service: { now: () => new Date() },
    lease: { acquire: () => Promise.resolve(isHeld), isHeldFor: () => isHeld },
    ...{ everyMs: 1_000, isStopping: () => isStopping },
    settings: { onRun: (...run: unknown[]) => runs.push(run) },
  };
  return new RunningLoop({ ...relayLoop, jobs }, context as unknown as JobContext);
};

const runFor = async (loop: RunningLoop, ms: number, work: () => void = () => undefined): Promise<void> => {
  const running = loop.runAlways();
  await vi.advanceTimersByTimeAsync(ms / 2);
  work();
  await vi.advanceTimersByTimeAsync(ms / 2);
  isStopping = true;
  loop.need(0);
  await vi.advanceTimersByTimeAsync(0);
  await running;
};

it('only prepares them if another process holds the lease, and counts no run', async () => {
  isHeld = false;
  const loop = loopWith(['one'], { one: { prepare: () => Promise.resolve(void done.push('prepared')), restMs: 10 } });
  await runFor(loop, 2_500);
  expect([done, runs]).toEqual([['prepared', 'prepared', 'prepared'], []]);
});

it('ends a round when it loses the lease', async () => {
  const loop = loopWith(['one', 'two', 'three'], { two: { run: () => Promise.reject(new LeaseLost()) } });
  expect([await loop.round(), done]).toEqual([false, ['one']]);
});

it.each([
  ['runs the others after one that fails', new Error('no'), ['one', 'three']],
  ['runs none after one that the database does not answer', new MongoNetworkError('away'), ['one']],
])('%s', async (_what, error, expected) => {
  const loop = loopWith(['one', 'two', 'three'], { two: { run: () => Promise.reject(error) } });
  await expect(loop.round()).rejects.toBe(error);
  expect(done).toEqual(expected);
});

it('logs only the first of several failures, and does not hurry then', async () => {
  let round = 0;
  const run = () => (++round === 4 || round === 5 ? Promise.resolve() : Promise.reject(new Error(`no ${round}`)));
  await runFor(loopWith(['one', 'two'], { one: { run }, two: { restMs: 300 } }), 5_200);
  const failed = (count: number) => ['relay', expect.objectContaining({ message: `no ${count}` })];
  expect(runs).toEqual([failed(1), failed(2), failed(3), ['relay'], ['relay'], failed(6), failed(7)]);
  expect(logged).toMatchObject(
    [1, 6].map((count) => ({ message: relayLoop.failure, error: { message: `no ${count}` } })),
  );
});

it.each([
  ['after a write, if it waits for writes', { afterWriteMs: 50 }, 2],
  ['with its rhythm, if it does not', {}, 1],
  ['when it has something to do', { restMs: 400 }, 3],
])('runs a job again %s', async (_when, more, count) => {
  const loop = loopWith(['one'], { one: more });
  await runFor(loop, 900, () => {
    loop.nudge();
    loop.nudge();
  });
  expect(done).toHaveLength(count);
});

it('runs until nothing is to do before a time', async () => {
  const rests = [100, undefined, 700_000];
  const one = {
    get restMs() {
      return rests[done.length - 1];
    },
    hasWork: () => Promise.resolve(done.length === 2),
  };
  const running = loopWith(['one'], { one }).runUntilIdle(new Date(Date.now() + 60_000));
  await vi.advanceTimersByTimeAsync(60_000);
  await running;
  expect(done).toHaveLength(3);
});

it('logs again when another job begins to fail', async () => {
  let round = 0;
  const fail = (name: string, from: number) => ({
    run: () => (round >= from ? Promise.reject(new Error(`no ${name}`)) : Promise.resolve()),
  });
  const zero = { run: () => Promise.resolve(void round++) };
  await runFor(loopWith(['zero', 'one', 'two'], { zero, one: fail('one', 1), two: fail('two', 3) }), 3_200);
  expect(logged).toMatchObject([{ error: { message: 'no one' } }, { error: { message: 'one: no one; two: no two' } }]);
});

it('runs a daily job once a day, however often a worker starts', async () => {
  const get = vi.fn(() => Promise.reject(new Error('away')));
  const context = { service: { database: { get } } } as unknown as JobContext;
  const daily = sweepLoop.jobs.find(({ name }) => name === 'comments');
  const run = () => daily?.start(context).run();
  await expect(run()).rejects.toThrow('away');
  await run();
  expect(get).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await expect(run()).rejects.toThrow('away');
});

it('runs in a short-lived process once, beside the others, or until it is idle', async () => {
  vi.useRealTimers();
  const jobsOf = (name: string, more: Partial<RunningJob>) => [
    { name, start: () => ({ run: () => Promise.resolve(void done.push(name)), ...more }) },
  ];
  const worker = new Worker({ now: () => new Date() } as Service, {}, [
    { ...releasesLoop, jobs: jobsOf('releases', { restMs: 100 }) },
    { ...sweepLoop, keepsLease: false, jobs: jobsOf('sweep', { run: () => Promise.reject(new Error('no')) }) },
    {
      ...{ ...relayLoop, keepsLease: false, everyMs: 1 },
      jobs: jobsOf('relay', { hasWork: () => Promise.resolve(done.length < 3) }),
    },
  ]);
  await worker.runUntilIdle(10_000);
  expect(done).toEqual(['releases', 'relay', 'relay']);
  expect(logged).toMatchObject([{ message: sweepLoop.failure }]);
});
