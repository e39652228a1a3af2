// `lectern start --workers`: runs the server in several processes that share a port, starts those anew that end, and replaces all
// of them, one after the other, on SIGUSR2.
import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../../lib/errors.ts';
import { writeLog } from '../../lib/platform/log.ts';
import { combineMetrics } from '../../lib/server/combineMetrics.ts';
import type { Metric } from '../../lib/server/metrics/index.ts';
import { createShutdown, endWithNpm } from '../dev/shutdown.ts';
import { firstVariable, type MessageOfWorker, type MessageToWorker } from './workerLink.ts';

/** The pauses before workers that take the place of others, from the first of a minute on. */
const pausesMs = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
const steadyMs = 60_000;

/** Longer than a replaced worker takes: 6 seconds for idle connections, 25 for requests. */
const retireMs = 40_000;

/** A worker that does not answer in this time counts with what it measured before. */
const measureMs = 1_000;

/** How long the other workers wait until they learn of a write, and of others with it. */
const gatherMs = 50;

const countOf = (wanted = ''): number => {
  if (wanted === 'auto') return availableParallelism();
  if (/^[1-9]\d?$/.test(wanted)) return Number(wanted);
  throw new Error(`--workers, or LECTERN_WORKERS, must be a number from 1 to 99, or auto, not ${wanted}`);
};

const send = (worker: Worker, message: MessageToWorker): void => {
  worker.process.send(message, undefined, undefined, () => undefined);
};

/**
 * Closes the connection that a worker got last, if it dies before it takes it: Node leaves it open, and its client would wait
 * forever. To close one that was taken does nothing. `cluster` passes one at a time to a worker, by `send` of its process.
 */
const closeLostConnection = (worker: Worker): void => {
  const child: { send?: unknown } = worker.process;
  const sendAny = worker.process.send.bind(worker.process) as (...values: readonly unknown[]) => boolean;
  let last: { readonly close: () => void } | undefined;
  child.send = (message: unknown, connection?: typeof last, ...rest: readonly unknown[]) => {
    last = connection ?? last;
    return sendAny(message, connection, ...rest);
  };
  worker.once('exit', () => last?.close());
};

class Workers {
  url = '';
  private readonly count = countOf(process.env.LECTERN_WORKERS);
  /** Those that answer requests, without those that others have replaced. */
  private readonly serving = new Set<Worker>();
  private isStopping = false;
  private refills = 0;
  private refilledAt = -Infinity;
  private refilling: Promise<void> | undefined;
  private replacing = Promise.resolve();
  private nudging: NodeJS.Timeout | undefined;
  /** What each worker measured last. */
  private readonly measured = new Map<Worker, readonly Metric[]>();
  private readonly waiting = new Map<Worker, () => void>();
  private gathering: Promise<readonly Metric[]> | undefined;
  /** The counters of workers that had ended when metrics were gathered. */
  private past: readonly Metric[] = [];

  /** Starts the first worker, which prepares the database, and then the others. @returns whether the first serves */
  async startAll(): Promise<boolean> {
    if (!(await this.add(true))) return false;
    await Promise.all(Array.from({ length: this.count - 1 }, () => this.add(false)));
    this.refill();
    return true;
  }

  /** Replaces all workers, when those that are being replaced have been. */
  replaceAll(): void {
    this.replacing = this.replacing.then(async () => {
      writeLog('info', { message: 'The workers are replaced, one after the other' });
      for (let replaced = 0; replaced < this.count; replaced++)
        if (!(await this.add(replaced === 0))) {
          if (!this.isStopping) writeLog('error', { message: 'The new worker did not start: the others go on' });
          return;
        }
      writeLog('info', { message: 'All workers are replaced' });
    });
  }

  /** @throws Error if a worker ends before its requests are answered */
  async stop(): Promise<void> {
    this.isStopping = true;
    const exits = Object.values(cluster.workers ?? {}).flatMap((worker) => {
      if (worker?.process.pid === undefined) return [];
      send(worker, { kind: 'stop' });
      return new Promise((resolve) => worker.once('exit', resolve));
    });
    if ((await Promise.all(exits)).some((code) => code !== 0)) throw new Error('A worker did not end as it should');
  }

  /** Starts a worker; when it serves, the oldest retires if there are too many. @returns whether it serves */
  private async add(isFirst: boolean): Promise<boolean> {
    if (!(await this.start(isFirst))) return false;
    // By its start: one that took the place of another may have begun before those that replace all, and serve after them.
    const [oldest] = [...this.serving].toSorted((one, other) => one.id - other.id);
    if (oldest === undefined || this.serving.size <= this.count) return true;
    this.serving.delete(oldest);
    send(oldest, { kind: 'retire' });
    const timer = setTimeout(() => oldest.process.kill('SIGKILL'), retireMs);
    await new Promise((resolve) => oldest.once('exit', resolve));
    clearTimeout(timer);
    return true;
  }

  /** @returns true when it answers requests; false if it ends before, after it printed why */
  private start(isFirst: boolean): Promise<boolean> {
    if (this.isStopping) return Promise.resolve(false);
    const worker = cluster.fork(isFirst ? { [firstVariable]: 'true' } : {});
    closeLostConnection(worker);
    return new Promise((resolve) => {
      worker.on('message', (message: MessageOfWorker) => {
        this.receive(worker, message);
        if (message.kind === 'ready') resolve(true);
      });
      worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
        this.waiting.get(worker)?.();
        resolve(false);
        if (!this.serving.delete(worker) || this.isStopping) return;
        writeLog('error', { message: `A worker ended (${signal ?? `code ${code}`}): another one takes its place` });
        this.refill();
      });
      // The system could not start it.
      worker.on('error', () => {
        resolve(false);
      });
    });
  }

  /** Starts workers until there are enough. */
  private refill(): void {
    const start = async (): Promise<void> => {
      while (this.serving.size < this.count && !this.isStopping) {
        if (performance.now() - this.refilledAt > steadyMs) this.refills = 0;
        this.refilledAt = performance.now();
        await sleep(pausesMs[this.refills++] ?? pausesMs.at(-1));
        await this.add(false);
      }
    };
    this.refilling ??= start().finally(() => {
      this.refilling = undefined;
    });
  }

  private receive(worker: Worker, message: MessageOfWorker): void {
    if (message.kind === 'ready') {
      this.url = message.url;
      this.serving.add(worker);
    } else if (message.kind === 'wrote')
      this.nudging ??= setTimeout(() => {
        this.nudging = undefined;
        for (const one of this.serving) send(one, { kind: 'wrote' });
      }, gatherMs);
    else if (message.kind === 'measured') {
      this.measured.set(worker, message.metrics);
      this.waiting.get(worker)?.();
    } else {
      this.gathering ??= this.gather().finally(() => {
        this.gathering = undefined;
      });
      void this.gathering.then((metrics) => {
        send(worker, { kind: 'gathered', metrics });
      });
    }
  }

  private async gather(): Promise<readonly Metric[]> {
    const answers = [...this.serving].map(
      (worker) =>
        new Promise<void>((resolve) => {
          this.waiting.set(worker, resolve);
          send(worker, { kind: 'measure' });
        }),
    );
    await Promise.race([Promise.all(answers), sleep(measureMs)]);
    this.waiting.clear();
    // Their counters go on, so that no sum decreases. Only now: the last message of a worker may arrive after its end.
    const ended = [...this.measured].filter(([worker]) => worker.isDead());
    const counters = ended.map(([, metrics]) => metrics.filter(({ type }) => type !== 'gauge'));
    this.past = combineMetrics([this.past, ...counters]);
    for (const [worker] of ended) this.measured.delete(worker);
    return combineMetrics([...this.measured.values(), this.past]);
  }
}

const logError = (error: unknown): void => {
  writeLog('error', { message: errorMessage(error) });
};

try {
  const workers = new Workers();
  const shutdown = createShutdown({ signals: ['SIGINT', 'SIGTERM'], log: logError });
  shutdown.add(() => workers.stop());
  endWithNpm(shutdown);
  process.on('SIGUSR2', () => {
    workers.replaceAll();
  });
  if (await workers.startAll()) writeLog('info', { message: `Lectern is ready at ${workers.url}` });
  else await shutdown.end(1);
} catch (error) {
  logError(error);
  process.exit(1);
}
