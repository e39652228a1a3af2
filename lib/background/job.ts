// Declares what a job is, work that runs without a request, and how much of a process it may take.
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { DeliverySettings, PendingDocument, RelayCounts } from '../events/relay/index.ts';
import type { Lease, LeaseName } from '../platform/db/index.ts';
import type { Service } from '../platform/service.ts';

/** Tests use shorter times. */
export interface WorkerSettings extends DeliverySettings {
  /** How long a lease lasts, in milliseconds. It is renewed long before. */
  readonly leaseMs: number;
  /** From how many documents on that a stored total lacks, the worker counts them. Until then a list adds them. */
  readonly maxUncounted: number;
  /** How long the worker counts documents for stored totals in a round, in milliseconds. */
  readonly totalsMs: number;
  /** Whether this process has answered few requests since the last call. Then the worker counts without pauses. */
  readonly isQuiet: () => boolean;
  /** Is called after each round of a loop in a server, with the error if it failed. */
  readonly onRun?: (loop: Loop['name'], error?: unknown) => void;
}

/** Counting alone keeps the event loop busy for about a tenth of the time. */
const quietUtilization = 0.3;

let lastUtilization: EventLoopUtilization | undefined;

const isQuiet = (): boolean => {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, lastUtilization);
  lastUtilization = now;
  return utilization < quietUtilization;
};

export const defaultWorkerSettings: WorkerSettings = {
  leaseMs: 20_000,
  callMs: 10_000,
  maxParallelDocuments: 5,
  maxUncounted: 500,
  totalsMs: 100,
  isQuiet,
  random: Math.random,
};

/** What a worker has done. */
export interface WorkerCounts extends RelayCounts {
  /** Executed ones. */
  releases: number;
}

/** What a worker gives to its jobs. */
export interface JobContext {
  readonly service: Service;
  readonly settings: WorkerSettings;
  /** That of the loop. */
  readonly lease: Lease;
  /** How often the loop runs, in milliseconds. */
  readonly everyMs: number;
  readonly counts: WorkerCounts;
  /** Whether no new work may begin. */
  readonly isStopping: () => boolean;
  /** Whether a call may begin: the lease lasts longer than the call, so two processes never make the same call at once. */
  readonly mayCall: () => boolean;
  /** Calls `follow` of all jobs. */
  readonly follow: (documents: readonly PendingDocument[]) => Promise<void>;
}

/** A job with the state that it keeps between its runs. */
export interface RunningJob {
  /** Is called before each round, also if another process holds the lease. */
  readonly prepare?: () => Promise<void>;
  /** Does what is due. After an error the other jobs of the round still run. */
  readonly run: () => Promise<unknown>;
  /** Is called with documents before their events are removed. After an error they are read again. */
  readonly follow?: (documents: readonly PendingDocument[]) => Promise<void>;
  /** After how many milliseconds it has something to do; undefined: it knows of nothing. */
  readonly restMs?: number | undefined;
  /** How soon after a write of this process it must run, in milliseconds; undefined: with its loop. */
  readonly afterWriteMs?: number | undefined;
  /** Whether it has something to do before this time, besides what `restMs` says. */
  readonly hasWork?: (until: Date) => Promise<boolean>;
  /** Resolves when nothing that it has started is in progress. */
  readonly whenIdle?: () => Promise<unknown>;
}

export interface Job {
  readonly name: string;
  readonly start: (context: JobContext) => RunningJob;
}

/** Jobs that run one after the other. Loops run beside each other. */
export interface Loop {
  /** Its name in the metrics. */
  readonly name: 'releases' | 'bulk' | 'relay' | 'sweep';
  /** Only the process that holds it runs the jobs. */
  readonly lease: LeaseName;
  /** False: a job takes the lease itself when it has found something to do, or leases of its own. */
  readonly keepsLease: boolean;
  /** How often it looks for work of other processes, in milliseconds. */
  readonly everyMs: number;
  /** How often a process runs it that ends when it is idle; `beside` the other loops, its failure is only logged. */
  readonly untilIdle: 'once' | 'beside' | 'repeatedly';
  /** What the log says when it fails. */
  readonly failure: string;
  readonly jobs: readonly Job[];
}
