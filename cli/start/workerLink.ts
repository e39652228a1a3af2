// What a worker of `lectern start --workers` and the process that runs it say to each other.
import cluster from 'node:cluster';
import type { Metric } from '../../lib/server/metrics/index.ts';

export type MessageOfWorker =
  /** It answers requests. */
  | { readonly kind: 'ready'; readonly url: string }
  /** It may have written: the worker that runs the relay need not look for events. */
  | { readonly kind: 'wrote' }
  /** It needs the metrics of all workers. */
  | { readonly kind: 'gather' }
  /** What it measures of itself: the answer to `measure`, and the last message before it ends. */
  | { readonly kind: 'measured'; readonly metrics: readonly Metric[] };

export type MessageToWorker =
  /**
   * `stop`: the program ends. No signal, because terminals signal all processes, and to a second one a server ends at once.
   * `retire`: another worker has taken its place. `wrote`: another worker may have written.
   */
  | { readonly kind: 'stop' | 'retire' | 'wrote' | 'measure' }
  | { readonly kind: 'gathered'; readonly metrics: readonly Metric[] };

/** The variable of the first worker with what is deployed now: it alone logs what is so for all, and sweeps. */
export const firstVariable = 'LECTERN_FIRST_WORKER';

/** Resolves when the message is sent, or nobody can get it any more. */
const send = (message: MessageOfWorker): Promise<unknown> =>
  new Promise((resolve) => process.send?.(message, undefined, undefined, resolve));

class WorkerLink {
  readonly isFirst = process.env[firstVariable] !== undefined;
  /** Is called when another worker may have written. */
  nudge = (): void => undefined;
  private measure = (): readonly Metric[] => [];
  private waiting: ((metrics: readonly Metric[]) => void)[] = [];

  /** @param end ends this process, which others have replaced or not */
  listen(end: (isReplaced: boolean) => void): void {
    process.on('message', (message: MessageToWorker) => {
      if (message.kind === 'wrote') this.nudge();
      else if (message.kind === 'measure') void this.measured();
      else if (message.kind !== 'gathered') end(message.kind === 'retire');
      else for (const resolve of this.waiting.splice(0)) resolve(message.metrics);
    });
  }

  /** Says that this worker answers requests. @param measure measures this process */
  serve(url: string, measure: () => readonly Metric[]): void {
    this.measure = measure;
    void send({ kind: 'ready', url });
  }

  readonly wrote = (): void => void send({ kind: 'wrote' });

  readonly measured = (): Promise<unknown> => send({ kind: 'measured', metrics: this.measure() });

  /** The metrics of all workers. */
  readonly gather = (): Promise<readonly Metric[]> =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
      void send({ kind: 'gather' });
    });
}

/** Undefined in a process that serves by itself. */
export const workerLink = cluster.isWorker ? new WorkerLink() : undefined;
