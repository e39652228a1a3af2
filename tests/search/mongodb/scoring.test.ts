// Checks which documents match and how they rank, without a database.
import { describe, expect, it } from 'vitest';
import { Ranking } from '../../../lib/search/mongodb/ranking.ts';
import { scoreMatches, type ScoredWord, type Variant } from '../../../lib/search/mongodb/scoreMatches.ts';
import { neededWords } from '../../../lib/search/neededWords.ts';
import { encodePostings } from './encodePostings.ts';

const block = (...ordinals: readonly number[]): Uint8Array =>
  encodePostings(ordinals.map((ordinal) => ({ ordinal, weight: 100 })));

const word = (...ordinals: readonly number[]): ScoredWord => ({
  variants: [{ factor: 1, blocks: [block(...ordinals)] }],
  isOptional: false,
});

const optional = (one: ScoredWord): ScoredWord => ({ ...one, isOptional: true });

const nothing = { exact: [], excluded: [], removed: new Map<number, Uint8Array>(), highest: 4_000_000 };

/** The ordinals that match, the best first; equal ones in ascending order. */
const ranked = (words: readonly ScoredWord[], more: Partial<Parameters<typeof scoreMatches>[0]> = {}) => {
  const { ordinals, scores } = scoreMatches({ ...nothing, ...more, words });
  return [...ordinals]
    .map((ordinal, index) => [ordinal, scores[index] ?? 0] as const)
    .toSorted(([one, oneScore], [other, otherScore]) => otherScore - oneScore || one - other)
    .map(([ordinal]) => ordinal);
};

describe('a search', () => {
  it.each([
    ['one word', [word(3, 5)], [3, 5]],
    ['two words', [word(1, 2, 3), word(2, 3, 4)], [2, 3]],
    ['a word that no document has', [word(1), word()], []],
    ['no words', [], []],
    ['an optional word', [word(1, 2), optional(word(2, 3))], [2, 1]],
    ['optional words only', [optional(word(1, 2)), optional(word(2, 3))], [2]],
    ['three words, of which two are enough', [word(1, 2), word(2, 3), word(2, 3, 4)], [2, 3]],
    ['five words, of which three are enough', [word(1, 3), word(1, 2), word(1, 2), word(1), word(2, 3)], [1, 2]],
    ['the last of three words', [word(), word(8), word(8, 9)], [8]],
    ['ordinals far apart', [word(1, 3_000_000), word(3_000_000)], [3_000_000]],
  ])('finds the documents with %s', (_, words, expected) => {
    // Again, because the memory of a search is that of the one before.
    for (let run = 0; run < 2; run++) expect(ranked(words)).toEqual(expected);
  });

  it('needs all of two words, and half of more', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 9].map(neededWords)).toEqual([0, 1, 2, 2, 2, 3, 3, 5]);
  });

  const standFor = (...variants: readonly Variant[]): ScoredWord => ({ variants, isOptional: false });

  it.each([false, true])('gives a document the same score whatever other documents have (near words: %s)', (isNear) => {
    const scoreOf = (words: readonly ScoredWord[]): number | undefined => {
      const { ordinals, scores } = scoreMatches({ ...nothing, words });
      return scores[ordinals.indexOf(1)];
    };
    const variants = [150, 201, 120, 77].map((weight, place): Variant => ({
      ...{ factor: 0.3 * (place + 1), isNear },
      blocks: [encodePostings([{ ordinal: 1, weight }])],
    }));
    // The order of the words of an index depends on its documents.
    expect(scoreOf([standFor(...variants)])).toBe(scoreOf([standFor(...variants.toReversed())]));
    const words = variants.map((variant) => standFor(variant));
    // So does the order in which the searched words are added, and which words stand for them.
    expect(scoreOf(words)).toBe(scoreOf(words.toReversed()));
    const others = variants.map((variant) => standFor(variant, { factor: 1, isNear, blocks: [block(9)] }));
    expect(scoreOf(words)).toBe(scoreOf(others));
  });

  it('does not let one word outweigh all others', () => {
    const oneHeavy = [
      { factor: 1000, blocks: [block(1)] },
      { factor: 4, blocks: [block(2)] },
    ] as const;
    const other = [
      { factor: 0.01, blocks: [block(1)] },
      { factor: 4, blocks: [block(2)] },
    ] as const;
    expect(ranked([standFor(...oneHeavy), standFor(...other)])).toEqual([2, 1]);
  });

  it('adds up the words that stand for a searched one', () => {
    const variants = [
      { factor: 0.5, blocks: [block(1, 2)] },
      { factor: 0.5, blocks: [block(2)] },
      { factor: 0.7, blocks: [block(3)] },
    ];
    expect(ranked([standFor(...variants)])).toEqual([2, 3, 1]);
  });

  it('ranks words with a mistake last, and only where no other is', () => {
    const light = { factor: 0.01, blocks: [block(1, 2)] };
    const near = { factor: 1000, isNear: true, blocks: [block(2, 3, 4)] } as const;
    expect(ranked([standFor(light, near)])).toEqual([1, 2, 3, 4]);
    expect(ranked([standFor(near)])).toEqual([2, 3, 4]);
    expect(ranked([standFor(near), word(3, 4)])).toEqual([3, 4]);
  });

  it('leaves out removed documents and those with excluded words', () => {
    const bits = new Uint8Array(2);
    bits[1] = 0b10; // ordinal 9
    const second = Uint8Array.of(1); // ordinal 32,768
    const removed = new Map([
      [0, bits],
      [1, second],
    ]);
    expect(ranked([word(1, 8, 9, 10, 32_768, 32_769)], { removed })).toEqual([1, 8, 10, 32_769]);
    expect(ranked([word(1, 2, 3)], { excluded: [[block(2)], [block(3, 4)]] })).toEqual([1]);
    expect(ranked([word(1, 2, 3)])).toEqual([1, 2, 3]);
  });

  it('keeps only documents with the words of a phrase themselves', () => {
    const variants = [
      { factor: 1, blocks: [block(1)] },
      { factor: 0.5, blocks: [block(2, 3)] },
    ];
    const words = [{ variants, isOptional: false }];
    expect(ranked(words, { exact: [[block(1, 3, 4)], [block(1, 3)]] })).toEqual([1, 3]);
    expect(ranked(words)).toEqual([1, 2, 3]);
  });
});

describe('a ranking', () => {
  const count = 5_000;
  let seed = 7;
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const columns = {
    partitions: Uint16Array.from({ length: count }, () => random() % 3),
    ordinals: Uint32Array.from({ length: count }, () => random() % 400),
    scores: Float32Array.from({ length: count }, () => random() % 20),
  };
  const expected = Array.from({ length: count }, (_, place) => place).toSorted(
    (one, other) =>
      (columns.scores[other] ?? 0) - (columns.scores[one] ?? 0) ||
      (columns.partitions[one] ?? 0) - (columns.partitions[other] ?? 0) ||
      (columns.ordinals[other] ?? 0) - (columns.ordinals[one] ?? 0),
  );
  const keyOf = (place: number): string =>
    `${columns.scores[place] ?? 0} ${columns.ordinals[place] ?? 0} ${columns.partitions[place] ?? 0}`;
  const keys = (places: Iterable<number>): readonly string[] => [...places].map(keyOf);

  it.each([
    [[[0, 10]]],
    [[[4_990, 100]]],
    [
      [
        [0, 25],
        [25, 25],
        [1_000, 3],
        [50, 2_000],
        [0, 5_000],
      ],
    ],
    [[[6_000, 10]]],
  ])('gives the same hits as if all were sorted: %j', (slices) => {
    const ranking = new Ranking(columns);
    for (const [start = 0, length = 0] of slices)
      expect(keys(ranking.slice(start, length))).toEqual(keys(expected.slice(start, start + length)));
  });

  it('closes the gap of removed hits', () => {
    const ranking = new Ranking(columns);
    const [first = 0, second = 0, third = 0] = ranking.slice(0, 3);
    ranking.remove(new Set([first, third]));
    expect(ranking.slice(0, 1)).toEqual(Uint32Array.of(second));
    const left = expected.filter((place) => place !== first && place !== third);
    expect(keys(ranking.slice(0, count))).toEqual(keys(left));
  });
});
