// Runs load jobs in a worker thread.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Job, Load, Outcome } from './messages.ts';

export interface LoadClient {
  /** Runs one job; only one at a time. @throws Error for any answer that is not 2xx */
  readonly run: (job: Job) => Promise<Load>;
  readonly close: () => Promise<void>;
}

/** How long requests may take that are under way at the end of a job. */
const graceMs = 30_000;

export const openLoadClient = (): LoadClient => {
  const worker = new Worker(new URL('load.mjs', import.meta.url));
  return {
    run: async (job) => {
      const { hostname } = new URL(job.url);
      if (hostname !== '127.0.0.1') throw new Error(`The load client sends only to 127.0.0.1, not to ${hostname}`);
      worker.postMessage(job);
      const signal = AbortSignal.timeout(job.seconds * 1000 + graceMs);
      const [outcome] = (await once(worker, 'message', { signal })) as [Outcome]; // the worker sends nothing else
      if ('failure' in outcome) throw new Error(outcome.failure);
      return outcome.load;
    },
    close: async () => {
      await worker.terminate();
    },
  };
};
