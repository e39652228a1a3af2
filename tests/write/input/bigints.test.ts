// Patterns that enforce the bounds of 64-bit integers, compared with the order of BigInt.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { int64 } from '../../../lib/schema/wholeNumbers.ts';
import { atLeastPattern, atMostPattern } from '../../../lib/write/input/bigints.ts';

const integer = fc.oneof(fc.bigInt({ min: -1200n, max: 1200n }), fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }));

describe('a bound as a pattern', () => {
  it('matches exactly the integers within the bound', () => {
    fc.assert(
      fc.property(integer, integer, (bound, value) => {
        expect(new RegExp(atLeastPattern(bound)).test(String(value))).toBe(value >= bound);
        expect(new RegExp(atMostPattern(bound)).test(String(value))).toBe(value <= bound);
      }),
      { numRuns: 1000 },
    );
  });

  it('works at the ends of 64 bits, at zero and around powers of ten', () => {
    for (const bound of [int64.least, int64.most, 0n, 9n, 10n, 99n, 100n, -1n, -9n, -10n, -100n]) {
      for (const value of [bound - 1n, bound, bound + 1n]) {
        expect([bound, value, new RegExp(atLeastPattern(bound)).test(String(value))]).toEqual([
          bound,
          value,
          value >= bound,
        ]);
        expect([bound, value, new RegExp(atMostPattern(bound)).test(String(value))]).toEqual([
          bound,
          value,
          value <= bound,
        ]);
      }
    }
  });
});
