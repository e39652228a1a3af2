// A cache that keeps values for a limited time.
import { expect, it } from 'vitest';
import { TimedCache } from '../../lib/platform/access/timedCache.ts';

it('a value that was being fetched while the cache was cleared is not kept', async () => {
  const trusted = new TimedCache<string>(() => new Date(0));
  let answer: (value: string) => void = () => undefined;
  const pendingValue = trusted.get(
    'role',
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  trusted.clear();
  answer('before');
  expect(await pendingValue).toBe('before');
  expect(await trusted.get('role', () => Promise.resolve('after'))).toBe('after');
  expect(await trusted.get('role', () => Promise.resolve('later'))).toBe('after');
});

it('keeps a value for ten seconds, also if the clock is set forward or back by hours meanwhile', async () => {
  const hour = 3_600_000;
  let now = 5 * hour;
  const cache = new TimedCache<number>(() => new Date(now));
  let version = 0;
  const read = () => cache.get('token', () => Promise.resolve(++version));
  const reads: unknown[] = [];
  for (const moment of [5 * hour, 5 * hour + 9_999, 5 * hour + 10_000, 2 * hour, 2 * hour + 9_999, 9 * hour]) {
    now = moment;
    reads.push(await read());
  }
  expect(reads).toEqual([1, 1, 2, 3, 3, 4]);
});
