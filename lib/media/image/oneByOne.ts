// What takes much memory is done one by one in a process: what comes meanwhile waits.

let last: Promise<unknown> = Promise.resolve();

/** @returns what the work returns or throws, begun when all that came before it has ended */
export const oneByOne = async <T>(work: () => Promise<T>): Promise<T> => {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
};
