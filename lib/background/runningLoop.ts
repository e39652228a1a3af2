// Runs the jobs of a loop in this process, round by round.
import { isUnreachable, LeaseLost } from '../platform/db/index.ts';
import { errorMessage } from '../errors.ts';
import { errorDetails, writeLog } from '../platform/log.ts';
import type { JobContext, Loop, RunningJob } from './job.ts';

export class RunningLoop {
  readonly jobs: readonly RunningJob[];
  readonly loop: Loop;
  private readonly context: JobContext;
  private lastRound: Promise<unknown> = Promise.resolve();
  /** What the log says is failing: names of jobs, or the round. */
  private logged = '';
  private failing: readonly string[] = [];
  /** Between rounds: how soon the next one must begin, as far as writes need it. */
  private neededMs = Infinity;
  private wakeWithin: ((ms: number) => void) | undefined;

  constructor(loop: Loop, context: JobContext) {
    this.loop = loop;
    this.context = context;
    this.jobs = loop.jobs.map(({ start }) => start(context));
  }

  /**
   * Runs each job once, also after one that fails.
   *
   * @returns false if another process holds the lease
   * @throws MongoError when the database does not answer
   */
  round(): Promise<boolean> {
    // The transactions of all rounds share one session, so rounds run one after another.
    const round = this.lastRound.then(() => this.runJobs());
    this.lastRound = round.catch(() => undefined);
    return round;
  }

  /** Runs rounds until the worker stops. */
  async runAlways(): Promise<void> {
    while (!this.context.isStopping()) {
      await this.rest(await this.roundOrLog());
    }
  }

  /** Runs rounds until there is nothing to do before this time, or another process holds the lease. @throws as `round` */
  async runUntilIdle(until: Date): Promise<void> {
    for (;;) {
      const isMine = await this.round();
      await this.whenIdle();
      if (!isMine || this.context.isStopping() || !(await this.hasWork(until))) return;
      await this.rest(true);
    }
  }

  async hasWork(until: Date): Promise<boolean> {
    const ms = until.getTime() - this.context.service.now().getTime();
    for (const job of this.jobs) if ((job.restMs ?? Infinity) <= ms || (await job.hasWork?.(until))) return true;
    return false;
  }

  /** Resolves when no round and no work of a job is in progress. */
  async whenIdle(): Promise<void> {
    await this.lastRound;
    await Promise.all(this.jobs.map(async (job) => job.whenIdle?.()));
  }

  /** Lets the jobs run soon that wait for writes of this process. */
  nudge(): void {
    if (this.context.lease.isHeldFor()) this.need(Math.min(...this.jobs.map((job) => job.afterWriteMs ?? Infinity)));
  }

  /** Lets the next round begin within this time. */
  need(ms: number): void {
    if (this.wakeWithin === undefined) this.neededMs = Math.min(this.neededMs, ms);
    else this.wakeWithin(ms);
  }

  private async runJobs(): Promise<boolean> {
    const { loop, context, jobs } = this;
    this.failing = [];
    try {
      for (const job of jobs) await job.prepare?.();
      if (loop.keepsLease && !(await context.lease.acquire())) return false;
      await this.runEach();
      return true;
    } catch (error) {
      if (error instanceof LeaseLost) return false;
      throw error;
    }
  }

  /** @throws the error of the jobs that failed, when all have run; at once LeaseLost, and what says that the database is away */
  private async runEach(): Promise<void> {
    const failures = new Map<string, unknown>();
    for (const [index, job] of this.jobs.entries()) {
      try {
        await job.run();
      } catch (error) {
        if (error instanceof LeaseLost || isUnreachable(error)) throw error;
        failures.set(this.loop.jobs[index]?.name ?? '', error);
      }
    }
    this.failing = [...failures.keys()];
    const [first, ...others] = failures.values();
    if (others.length > 0)
      throw new AggregateError(
        [first, ...others],
        [...failures].map(([name, error]) => `${name}: ${errorMessage(error)}`).join('; '),
      );
    if (failures.size > 0) throw first;
  }

  /** Logs a failure again only if other jobs fail than before. @returns whether the jobs ran */
  private async roundOrLog(): Promise<boolean> {
    const { name, failure: message } = this.loop;
    const { onRun } = this.context.settings;
    try {
      const hasRun = await this.round();
      if (hasRun) onRun?.(name);
      this.logged = '';
      return hasRun;
    } catch (error) {
      onRun?.(name, error);
      const failing = this.failing.join() || 'round';
      if (failing !== this.logged) writeLog('error', { message, error: errorDetails(error) });
      this.logged = failing;
      return false;
    }
  }

  /** @param hasRun false: what the jobs have to do is not known */
  private async rest(hasRun: boolean): Promise<void> {
    const { context, jobs } = this;
    const needed = hasRun ? jobs.map((job) => job.restMs ?? Infinity) : [];
    await new Promise<void>((resolve) => {
      let [timer, dueAt]: [NodeJS.Timeout | undefined, number] = [undefined, Infinity];
      this.wakeWithin = (ms) => {
        if (performance.now() + ms >= dueAt) return;
        dueAt = performance.now() + ms;
        clearTimeout(timer);
        timer = setTimeout(resolve, ms);
      };
      this.wakeWithin(Math.min(context.everyMs, this.neededMs, ...needed));
    });
    [this.wakeWithin, this.neededMs] = [undefined, Infinity];
  }
}
