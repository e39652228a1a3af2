// The lengths of random tests, and of tests that kill processes.

export interface Lengths {
  /** In each run of CI. */
  readonly short: number;
  /** In `npm run test:long`. */
  readonly long: number;
}

/** Whether this is `npm run test:long`. */
export const isLong = process.env.LECTERN_LONG !== undefined;

/** @param variable of the environment, which may set another length */
export const lengthOf = (variable: string, { short, long }: Lengths): number =>
  Number(process.env[variable] ?? (isLong ? long : short));
