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

it('keeps no value that is larger than all may be together', () => {
  const cache = new LruCache<string>(3, (text) => text.length);
  cache.set('a', '1234');
  expect(cache.take('a')).toBeUndefined();
  cache.set('b', '123');
  expect(cache.take('b')).toBe('123');
});
