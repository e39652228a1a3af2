// How the relay takes its time; tests have less of it.

export interface Settings {
  /** Milliseconds that a lease holds; it is renewed long before. */
  readonly leaseMs: number;
  /** Milliseconds that a receiver has to answer. */
  readonly callMs: number;
  /** Milliseconds until what other processes wrote is looked for. */
  readonly everyMs: number;
  /** Documents of which one webhook is told at a time. */
  readonly lanes: number;
  /** From 0 to 1. */
  readonly random: () => number;
}

export const usual: Settings = {
  leaseMs: 20_000,
  callMs: 10_000,
  everyMs: 3_000,
  lanes: 5,
  random: Math.random,
};
