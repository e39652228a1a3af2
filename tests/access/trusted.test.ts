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
