// The timing of the relay. Tests use shorter times.

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
  /** How long the relay counts documents for stored totals, in milliseconds, at most once in `pollMs`. */
  readonly totalsMs: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export const defaultRelaySettings: RelaySettings = {
  leaseMs: 20_000,
  callMs: 10_000,
  pollMs: 3_000,
  maxParallelDocuments: 5,
  maxUncounted: 500,
  totalsMs: 100,
  random: Math.random,
};
