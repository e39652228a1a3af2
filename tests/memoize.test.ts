// What a function made of an object is remembered as long as the object exists.
import { expect, it } from 'vitest';
import { memoize } from '../lib/memoize.ts';

it('a value is made once for each object, with the arguments of the first call', () => {
  const made = memoize(({ name }: { readonly name: string }, more: number) => ({ text: `${name} ${more}` }));
  const [one, other] = [{ name: 'a' }, { name: 'a' }];
  const first = made(one, 1);
  expect(first).toEqual({ text: 'a 1' });
  expect(made(one, 2)).toBe(first);
  expect(made(other, 2)).toEqual({ text: 'a 2' });
});

it('false, 0 and an empty text are remembered, an error is not', () => {
  let calls = 0;
  for (const value of [false, 0, '']) {
    calls = 0;
    const made: (key: object) => unknown = memoize(() => {
      if (++calls === 1) throw new Error('not yet');
      return value;
    });
    const key = {};
    expect(() => made(key)).toThrow('not yet');
    expect([made(key), made(key)]).toEqual([value, value]);
    expect(calls).toBe(2);
  }
});
