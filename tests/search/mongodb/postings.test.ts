// Checks the binary form of postings, and what a word counts in a document.
import { describe, expect, it } from 'vitest';
import {
  decodePostings,
  firstOrdinal,
  joinPostings,
  newPostingList,
  weightOf,
  weights,
} from '../../../lib/search/mongodb/postings.ts';
import { addedPostings, encodePostings, type Posting } from './encodePostings.ts';

const decode = (...blocks: readonly Uint8Array[]): readonly Posting[] => {
  const list = newPostingList();
  for (const block of blocks) decodePostings(block, list);
  return Array.from({ length: list.length }, (_, index) => ({
    ordinal: list.ordinals[index] ?? 0,
    weight: list.weights[index] ?? 0,
  }));
};

describe('a block', () => {
  it.each([
    [[1, 2, 3]],
    [[127, 128, 255, 256]],
    [[16_383, 16_384, 32_768]],
    [[2_097_151, 2_097_152, 268_435_455, 268_435_456, 4_294_967_295]],
    [[]],
    [Array.from({ length: 5_000 }, (_, index) => 1 + index * 37)],
  ])('keeps ordinals and weights', (ordinals) => {
    const postings = ordinals.map((ordinal, index) => ({ ordinal, weight: index % 256 }));
    expect(decode(encodePostings(postings))).toEqual(postings);
  });

  it('takes two bytes for a posting near to the one before', () => {
    expect(encodePostings([{ ordinal: 5, weight: 9 }])).toEqual(Uint8Array.of(5, 9));
    expect(encodePostings([{ ordinal: 300, weight: 9 }])).toHaveLength(3);
    expect(encodePostings([299, 300].map((ordinal) => ({ ordinal, weight: 9 })))).toHaveLength(5);
  });

  it.each([[[3, 200, 70_000]], [[127, 128]], [[1, 268_435_456, 4_294_967_295]]])(
    'can be joined with a later one: %j',
    (ordinals) => {
      const all = ordinals.map((ordinal) => ({ ordinal, weight: 7 }));
      for (let end = 1; end < all.length; end++) {
        const later = addedPostings(all.slice(end));
        const { bytes, last } = joinPostings(addedPostings(all.slice(0, end)), later);
        expect([bytes, last]).toEqual([encodePostings(all), ordinals.at(-1)]);
        expect([firstOrdinal(bytes), firstOrdinal(later.bytes)]).toEqual([ordinals[0], ordinals[end]]);
        expect(joinPostings(undefined, later)).toBe(later);
      }
    },
  );

  it('begins with an ordinal, so that blocks need not be in their order', () => {
    const [one, other] = [[{ ordinal: 9, weight: 1 }], [{ ordinal: 4, weight: 2 }]];
    expect(decode(encodePostings(one), encodePostings(other))).toEqual([...one, ...other]);
  });
});

describe('the weight of a word', () => {
  const words = (text: string, length = 0): readonly string[] => [
    ...text.split(' '),
    ...Array.from({ length }, (_, index) => `other${index}`),
  ];
  const byteOf = (word: string, ...text: Parameters<typeof weightOf>[0]): number =>
    weightOf(text, (one) => one).get(word) ?? 0;

  it('grows with the weight of the attribute, and falls with its length', () => {
    const inTitle = byteOf('moon', { weight: 10, words: words('moon') });
    const inText = byteOf('moon', { weight: 1, words: words('moon') });
    const inLongText = byteOf('moon', { weight: 1, words: words('moon', 400) });
    expect(inTitle).toBeGreaterThan(inText);
    expect(inText).toBeGreaterThan(inLongText);
    expect(inLongText).toBeGreaterThan(1);
  });

  it('grows with each repetition, but less and less', () => {
    const counted = [1, 2, 3, 30].map(
      (count) => weights[byteOf('moon', { weight: 5, words: words('moon '.repeat(count).trim(), 100) })] ?? 0,
    );
    expect(counted).toEqual(counted.toSorted((one, other) => one - other));
    const [once = 0, twice = 0, threeTimes = 0, often = 0] = counted;
    expect(twice - once).toBeGreaterThan(threeTimes - twice);
    expect(often).toBeLessThan(5 * once);
  });

  it('is the sum over the attributes', () => {
    const title = { weight: 10, words: words('moon') };
    const body = { weight: 9, words: words('moon') };
    expect(byteOf('moon', title, body)).toBeGreaterThan(byteOf('moon', title));
  });

  it('is from 1 to 255, however small or great', () => {
    expect(byteOf('moon', { weight: 1, words: words('moon', 50_000) })).toBe(1);
    const all = Array.from({ length: 200 }, () => ({ weight: 100, words: words('moon moon moon') }));
    expect(byteOf('moon', ...all)).toBe(255);
    expect(weights[1]).toBeCloseTo(0.01);
    expect(weights[255]).toBeCloseTo(3_000);
  });

  it('has beginnings of one and two letters, of the attributes with the highest weight', () => {
    const all = weightOf(
      [
        { weight: 10, words: ['moon', 'a', '月光'] },
        { weight: 1, words: ['sun'] },
      ],
      (word) => word,
    );
    expect([...all.keys()].toSorted()).toEqual(
      ['moon', 'a', '月光', 'sun', '^m', '^mo', '^a', '^月', '^月光'].toSorted(),
    );
    expect(all.get('^m')).toBe(all.get('moon'));
  });

  it('counts the forms of a word as one term, and their beginnings each', () => {
    const text = [{ weight: 10, words: ['moons', 'moon', 'mice'] }];
    const all = weightOf(text, (word) => (word === 'mice' ? 'mouse' : 'moon'));
    expect([...all.keys()].toSorted()).toEqual(['^m', '^mi', '^mo', 'moon', 'mouse']);
    expect(all.get('moon')).toBeGreaterThan(all.get('mouse') ?? 0);
    expect(all.get('^mo')).toBe(all.get('moon'));
  });
});
