// The timing of the relay, and whether its process is quiet. Tests use shorter times.
import { performance, type EventLoopUtilization } from 'node:perf_hooks';
import type { Service } from '../../platform/service.ts';
import type { PendingDocument } from './pendingDocuments.ts';

/** Work that runs once a minute beside the relay's own. */
export type RelayJob = (service: Service) => Promise<unknown>;

/** Is called with documents before the relay removes their events; what it throws ends the round, and they are read again. */
export type RelayFollower = (service: Service, documents: readonly PendingDocument[]) => Promise<void>;

export interface RelaySettings {
  /** How long a lease lasts, in milliseconds. It is renewed long before. */
  readonly leaseMs: number;
  /** How long a receiver has to answer, in milliseconds. */
  readonly callMs: number;
  /** How often the relay looks for writes of other processes, in milliseconds. */
  readonly pollMs: number;
  /** For how many documents one receiver is called in parallel. */
  readonly maxParallelDocuments: number;
  /** From how many documents on that a stored total lacks, the relay counts them. Until then a list adds them. */
  readonly maxUncounted: number;
  /** How long the relay counts documents for stored totals in a round, in milliseconds. */
  readonly totalsMs: number;
  /** Whether this process has answered few requests since the last call. Then the relay counts without pauses. */
  readonly isQuiet: () => boolean;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Work of the areas that come after this one. */
  readonly jobs: readonly RelayJob[];
  /** What these areas do when documents change. */
  readonly followers: readonly RelayFollower[];
  /** Is called after each round, and after the work of each minute, with the error if it failed. */
  readonly onRun?: (job: 'relay' | 'sweep', error?: unknown) => void;
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

export const defaultRelaySettings: RelaySettings = {
  leaseMs: 20_000,
  callMs: 10_000,
  pollMs: 3_000,
  maxParallelDocuments: 5,
  maxUncounted: 500,
  totalsMs: 100,
  isQuiet,
  random: Math.random,
  jobs: [],
  followers: [],
};
