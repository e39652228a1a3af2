// When a call that failed is made again.

const firstMs = 4_000;
const longestMs = 3_600_000;

/** So long it is tried, from when the event was handed on. */
export const patienceMs = 24 * 3_600_000;

/**
 * When to try again: after some seconds, twice as long with every attempt, up to an hour; by chance up to half of it
 * earlier, so that not all come back at once. The last attempt is made when the patience ends.
 *
 * @param attempts that failed by now
 * @param random from 0 to 1
 * @returns undefined: not any more
 */
export const again = (attempts: number, since: Date, now: Date, random: number): Date | undefined => {
  const end = since.getTime() + patienceMs;
  if (now.getTime() >= end) return undefined;
  const ms = Math.min(firstMs * 2 ** Math.min(attempts - 1, 20), longestMs);
  return new Date(Math.min(now.getTime() + ms * (1 - random / 2), end));
};
