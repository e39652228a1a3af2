// Computes when a failed call is tried again.

const minDelayMs = 4_000;
const maxDelayMs = 3_600_000;

/** How long a delivery is retried after its event was dispatched. */
export const retryForMs = 24 * 3_600_000;

/**
 * Returns the time of the next attempt. The delay doubles with every attempt, up to an hour, and is shortened at
 * random by up to half so that retries spread out. The last attempt is at the end of `retryForMs`.
 *
 * @param attempts that have failed so far
 * @param since when the event was dispatched or replayed
 * @param random a number from 0 to 1
 * @returns undefined when there are no more attempts
 */
export const nextAttemptAt = (attempts: number, since: Date, now: Date, random: number): Date | undefined => {
  const end = since.getTime() + retryForMs;
  if (now.getTime() >= end) return undefined;
  const ms = Math.min(minDelayMs * 2 ** Math.min(attempts - 1, 20), maxDelayMs);
  return new Date(Math.min(now.getTime() + ms * (1 - random / 2), end));
};
