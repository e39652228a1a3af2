// Runs loops of the background worker in tests.
import type { Loop, WorkerSettings } from '../../lib/background/job.ts';
import { loops } from '../../lib/background/jobs.ts';
import { Worker } from '../../lib/background/worker.ts';
import type { Service } from '../../lib/platform/service.ts';

export const settings = {
  ...{ callMs: 5_000, maxParallelDocuments: 5, maxUncounted: 1, totalsMs: 1_000 },
  ...{ isQuiet: () => false, random: () => 0 },
};

/** The table of jobs, whose loops look so often for work of other processes; the sweep is still a matter of minutes. */
export const loopsEvery = (everyMs: number): readonly Loop[] =>
  loops.map((loop) => (loop.name === 'sweep' ? loop : { ...loop, everyMs }));

export interface LoopOptions extends Partial<WorkerSettings> {
  readonly everyMs?: number;
  readonly name?: Loop['name'];
}

/** A worker of which one loop runs, the relay's by default, round by round. */
export const loopOf = (service: Service, { everyMs = 20, name = 'relay', ...overrides }: LoopOptions = {}) => {
  const worker = new Worker(service, { ...settings, ...overrides }, loopsEvery(everyMs));
  const running = worker.loops.find(({ loop }) => loop.name === name);
  if (running === undefined) throw new Error(name);
  return {
    counts: worker.counts,
    round: () => running.round(),
    /** After how many milliseconds all jobs that have more to do may go on. */
    restMs: () => Math.max(0, ...running.jobs.map((job) => job.restMs ?? 0)),
    hasWork: (until: Date) => running.hasWork(until),
    whenIdle: () => running.whenIdle(),
    end: () => worker.stop(),
  };
};

export type TestLoop = ReturnType<typeof loopOf>;

/** Runs one round of a loop, until all that it has started has ended. @throws as the round */
export const runLoop = async (service: Service, options: LoopOptions = {}): Promise<TestLoop> => {
  const loop = loopOf(service, options);
  try {
    await loop.round();
    await loop.whenIdle();
  } finally {
    await loop.end();
  }
  return loop;
};
