// The timing of the relay. Tests use shorter times.

export interface Settings {
  /** How long a lease lasts, in milliseconds. It is renewed long before. */
  readonly leaseMs: number;
  /** How long a receiver has to answer, in milliseconds. */
  readonly callMs: number;
  /** How often the relay looks for writes of other processes, in milliseconds. */
  readonly everyMs: number;
  /** For how many documents one webhook is called in parallel. */
  readonly lanes: number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export const usual: Settings = {
  leaseMs: 20_000,
  callMs: 10_000,
  everyMs: 3_000,
  lanes: 5,
  random: Math.random,
};
