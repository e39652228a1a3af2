// Checks when a failed delivery is attempted again.
import { expect, it } from 'vitest';
import { nextAttemptAt } from '../../../lib/events/relay/deliveryContext.ts';

const since = new Date('2026-01-01T00:00:00Z');
const delaySeconds = (attempts: number, random: number): number =>
  ((nextAttemptAt(attempts, since, since, random)?.getTime() ?? NaN) - since.getTime()) / 1000;

it('waits a few seconds, doubles the delay with every attempt, and waits at most an hour', () => {
  expect([1, 2, 3, 4].map((attempts) => delaySeconds(attempts, 0))).toEqual([4, 8, 16, 32]);
  expect([10, 11, 12, 1000].map((attempts) => delaySeconds(attempts, 0))).toEqual([2048, 3600, 3600, 3600]);
});

it('shortens the delay by a random part, at most half of it', () => {
  expect([delaySeconds(3, 1), delaySeconds(3, 0.5), delaySeconds(40, 1)]).toEqual([8, 12, 1800]);
});

it('makes the last attempt after a day and then stops', () => {
  const day = 24 * 3600 * 1000;
  const after = (ms: number): Date => new Date(since.getTime() + ms);
  expect(nextAttemptAt(30, since, after(day - 60_000), 0)).toEqual(after(day));
  expect(nextAttemptAt(30, since, after(day - 1), 1)).toEqual(after(day));
  expect(nextAttemptAt(30, since, after(day), 0)).toBeUndefined();
});

it('makes about thirty attempts in a day', () => {
  const attempts: Date[] = [];
  for (let next: Date | undefined = since; next !== undefined; next = nextAttemptAt(attempts.length, since, next, 0))
    attempts.push(next);
  expect(attempts).toHaveLength(34);
});
