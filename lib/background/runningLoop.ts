// Runs the jobs of a loop in this process, round by round.
import { isUnreachable, LeaseLost } from '../platform/db/index.ts';
import { errorDetails, writeLog } from '../platform/log.ts';
import type { JobContext, Loop, RunningJob } from './job.ts';

export class RunningLoop {
  readonly jobs: readonly RunningJob[];
  readonly loop: Loop;
  private readonly context: JobContext;
  private lastRound: Promise<unknown> = Promise.resolve();
  private hasLogged = false;
  /** Between rounds: how soon the next one must begin, as far as writes need it. */
  private neededMs = Infinity;
  private wakeWithin: ((ms: number) => void) | undefined;

  constructor(loop: Loop, context: JobContext) {
    this.loop = loop;
    this.context = context;
    this.jobs = loop.jobs.map(({ start }) => start(context));
  }

  /**
   * Runs each job once.
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

  /** A job that fails keeps none but itself from running. @throws the first error, or what no job can work with */
  private async runEach(): Promise<void> {
    const failures: unknown[] = [];
    for (const job of this.jobs) {
      try {
        await job.run();
      } catch (error) {
        if (error instanceof LeaseLost || isUnreachable(error)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Logs the first of several failures. @returns whether the jobs ran */
  private async roundOrLog(): Promise<boolean> {
    const { name, failure: message } = this.loop;
    const { onRun } = this.context.settings;
    try {
      const hasRun = await this.round();
      if (hasRun) onRun?.(name);
      this.hasLogged = false;
      return hasRun;
    } catch (error) {
      onRun?.(name, error);
      if (!this.hasLogged) writeLog('error', { message, error: errorDetails(error) });
      this.hasLogged = true;
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
