// Reports the progress of a long benchmark on stderr.

const startedAt = Date.now();

/** Writes a line that begins with the seconds since the start of the process. */
export const logProgress = (line: string): void => {
  console.error(`${((Date.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${line}`);
};

/** The minutes since the start of the process. */
export const elapsedMinutes = (): number => (Date.now() - startedAt) / 60_000;
