// Work that is slow on purpose: little of it at once, so that it keeps nothing else waiting.

/**
 * @param most how much of it is done at once
 * @param longest how much waits for its turn, at the most
 * @param refusal what is thrown for what would have to wait behind that
 * @returns does work when its turn comes, in the order in which it was asked for; returns and throws what the work does
 */
export const fewAtOnce = (most: number, longest: number, refusal: () => Error) => {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy < most) busy++;
    else if (waiting.length >= longest) throw refusal();
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      // Whoever is next has the place; nobody can come between.
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
};
