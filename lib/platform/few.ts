// Limits how much slow work runs at the same time, so that other work does not wait for it.

/**
 * @param most how many calls run at the same time
 * @param longest how many calls can wait
 * @param refusal makes the error for a call when the queue is full
 * @returns a function that runs work in the order of the calls; it returns and throws what the work does
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
      // The next call takes this slot directly, so that no new call can take it first.
      const next = waiting.shift();
      if (next === undefined) busy--;
      else next();
    }
  };
};
