// Runs memory-intensive work one at a time in each process.

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the work after all earlier work has ended.
 *
 * @returns what the work returns; it rejects as the work does
 */
export const oneByOne = async <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
};
