// Checks what the cache keeps.
import { expect, it } from 'vitest';
import { LruCache } from '../../lib/platform/lruCache.ts';

it('keeps the values that were used most recently', () => {
  const recent = new LruCache<number>(2);
  let made = 0;
  const get = (key: string): number => recent.get(key, () => (made += 1));
  expect([get('a'), get('b'), get('a'), get('c'), get('a')]).toEqual([1, 2, 1, 3, 1]);
  expect(get('b')).toBe(4);
  expect(() =>
    recent.get('d', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(get('d')).toBe(5);
});

it('keeps values up to a total size, whatever is replaced and removed', () => {
  const cache = new LruCache<string>(10, (text) => text.length);
  cache.set('a', '12345678');
  cache.set('a', '1234');
  cache.set('b', '1234');
  cache.set('c', '12');
  expect(cache.take('c')).toBe('12');
  cache.set('d', '123');
  expect(['a', 'b', 'd'].map((key) => cache.take(key))).toEqual([undefined, '1234', '123']);
});

it('keeps no value that is larger than all may be together, and evicts none for it', () => {
  const cache = new LruCache<string>(3, (text) => text.length);
  cache.set('b', '12');
  cache.set('a', '1');
  cache.set('a', '1234');
  expect(cache.take('a')).toBeUndefined();
  expect(cache.take('b')).toBe('12');
});

it('takes a time for each use that does not grow with the number of values', () => {
  const msOfUses = (values: number): number => {
    const cache = new LruCache<number>(values);
    for (let index = 0; index < values; index++) cache.set(`key ${index}`, index);
    const started = process.cpuUsage();
    for (let use = 0; use < 40_000; use++) cache.get(`key ${use % values}`, () => use);
    for (let index = 0; index < 2_000; index++) cache.set(`new ${index}`, index);
    // The system counts the sum of both exactly, and either one in steps of ten milliseconds.
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  msOfUses(100);
  // A hundred times in a cache that passes over removed keys.
  expect(msOfUses(20_000) / msOfUses(100)).toBeLessThan(20);
});

it('keeps the same as a list in the order of use', () => {
  const cache = new LruCache<number>(5);
  let list: string[] = [];
  let random = 1;
  const next = (below: number): number => (random = (random * 48_271) % 2_147_483_647) % below;
  for (let step = 0; step < 2_000; step++) {
    const key = String(next(9));
    const without = list.filter((one) => one !== key);
    if (next(4) === 0) {
      expect(cache.take(key) !== undefined).toBe(list.includes(key));
      list = without;
    } else {
      let isMade = false;
      cache.get(key, () => Number((isMade = true)));
      expect(isMade).toBe(!list.includes(key));
      list = [...without, key].slice(-5);
    }
  }
});
