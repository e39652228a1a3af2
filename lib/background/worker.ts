// The background worker: runs the jobs in a server as long as it serves, or in a short-lived process until nothing is left to do.
import { Lease, type LeaseName } from '../platform/db/index.ts';
import { errorDetails, writeLog } from '../platform/log.ts';
import type { Service } from '../platform/service.ts';
import { defaultWorkerSettings, type Loop, type WorkerCounts, type WorkerSettings } from './job.ts';
import { loops } from './jobs.ts';
import { RunningLoop } from './runningLoop.ts';

/** How long it may take to store the outcome of a call. */
const settleMs = 1_000;

export class Worker {
  readonly counts: WorkerCounts = {
    ...{ releases: 0, dispatched: 0, calls: 0, delivered: 0, failed: 0, parked: 0, purged: 0 },
  };
  readonly loops: readonly RunningLoop[];
  /** Those that it keeps from the first round on. */
  private readonly kept = new Map<LeaseName, Lease>();
  private readonly service: Service;
  private readonly running: Promise<void>[] = [];
  private isStopping = false;

  /**
   * @param overrides other settings than the default ones
   * @param table the loops that it runs
   */
  constructor(service: Service, overrides: Partial<WorkerSettings> = {}, table: readonly Loop[] = loops) {
    this.service = service;
    const settings = { ...defaultWorkerSettings, ...overrides };
    this.loops = table.map((loop) => {
      const lease = this.kept.get(loop.lease) ?? new Lease(service.database, settings.leaseMs, loop.lease);
      if (loop.keepsLease) this.kept.set(loop.lease, lease);
      return new RunningLoop(loop, {
        ...{ service, settings, lease, counts: this.counts, everyMs: loop.everyMs },
        isStopping: () => this.isStopping,
        mayCall: () => !this.isStopping && lease.isHeldFor(settings.callMs + settleMs),
        follow: async (documents) => {
          for (const { jobs } of this.loops) for (const job of jobs) await job.follow?.(documents);
        },
      });
    });
    for (const lease of this.kept.values()) lease.keep();
  }

  /** Runs the jobs until `stop`. */
  start(): void {
    for (const loop of this.loops) this.running.push(loop.runAlways());
  }

  /** Tells the jobs that there may be new events. */
  readonly nudge = (): void => {
    for (const loop of this.loops) loop.nudge();
  };

  /**
   * Does what is due, and what becomes due before the time is over.
   *
   * @param ms after this time nothing new begins; what is in progress ends first
   * @returns what it did, as counts; all zero if another process holds the leases
   * @throws MongoError when the database does not answer
   */
  async runUntilIdle(ms: number): Promise<WorkerCounts> {
    const until = new Date(this.service.now().getTime() + ms);
    const timer = setTimeout(() => {
      this.beginStop();
    }, ms);
    try {
      for (const one of this.loops)
        if (one.loop.untilIdle === 'beside') this.running.push(one.runAlways());
        else if (one.loop.untilIdle === 'once') await one.round();
        else await one.runUntilIdle(until);
      return this.counts;
    } finally {
      clearTimeout(timer);
      await this.stop();
    }
  }

  /** Begins nothing new, waits for what is in progress, then releases the leases. */
  async stop(): Promise<void> {
    this.beginStop();
    try {
      await Promise.all(this.running);
      for (const loop of this.loops) await loop.whenIdle();
      for (const lease of this.kept.values()) await lease.release();
    } catch (error) {
      writeLog('error', { message: 'a lease cannot be released', error: errorDetails(error) });
    }
  }

  private beginStop(): void {
    this.isStopping = true;
    for (const loop of this.loops) loop.need(0);
  }
}
