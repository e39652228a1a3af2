// A seeded random generator: the same seed gives the same world, role and queries.

export interface Random {
  /** An integer from 0 to `most`, exclusive. */
  readonly integerBelow: (most: number) => number;
  readonly isTrue: (probability: number) => boolean;
  readonly pick: <T>(of: readonly [T, ...T[]]) => T;
  /** One item; undefined if the list is empty. */
  readonly pickIfAny: <T>(of: readonly T[]) => T | undefined;
  /** A random subset of a list, in its order. */
  readonly subset: <T>(of: readonly T[], probability: number) => readonly T[];
}

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  const is = (probability: number): boolean => next() < probability;
  const any = <T>(of: readonly T[]): T | undefined => of[below(of.length)];
  return {
    integerBelow: below,
    isTrue: is,
    pickIfAny: any,
    pick: (of) => any(of) ?? of[0],
    subset: (of, probability) => of.filter(() => is(probability)),
  };
};
