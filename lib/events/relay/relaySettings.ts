// The timing of the relay. Tests use shorter times.

export interface RelaySettings {
  /** How long a lease lasts, in milliseconds. It is renewed long before. */
  readonly leaseMs: number;
  /** How long a receiver has to answer, in milliseconds. */
  readonly callMs: number;
  /** How often the relay looks for writes of other processes, in milliseconds. */
  readonly pollMs: number;
  /** For how many documents one webhook is called in parallel. */
  readonly maxParallelDocuments: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export const defaultRelaySettings: RelaySettings = {
  leaseMs: 20_000,
  callMs: 10_000,
  pollMs: 3_000,
  maxParallelDocuments: 5,
  random: Math.random,
};
