// Texts that a list has often are numbered before lists are compared, which else takes minutes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareLists } from '../../../editor/src/document/saving/compareLists.ts';
import { diffWords } from '../../../editor/src/document/saving/diffWords.ts';
import { mergeLists } from '../../../editor/src/document/saving/mergeLists.ts';
import { numberRepeats } from '../../../editor/src/document/saving/numberRepeats.ts';

/** How often the most frequent text of a list is in it. */
const mostOf = (list: readonly string[]): number => {
  const counts = new Map<string, number>();
  for (const text of list) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Math.max(0, ...counts.values());
};

const blank = Array.from({ length: 5_000 }, () => '');
const spaced = Array.from({ length: 3_000 }, (_, index) => (index % 2 === 0 ? ' ' : `word ${index}`));

it.each([
  ['5,000 empty lines', blank],
  ['the spaces of 3,000 words', spaced],
])('are few: %s', (_what, list) => {
  const [own, other] = numberRepeats([list, list.with(7, 'other')]);
  expect(mostOf(own)).toBeLessThanOrEqual(30);
  // What is beside the change is the same as before.
  const known = new Set(other);
  expect(own.filter((text) => !known.has(text)).length).toBeLessThanOrEqual(2);
});

it('are the same texts as before, and equal where lists are equal', () => {
  const texts = fc.array(fc.constantFrom('', ' ', 'a', 'b'), { maxLength: 200 });
  fc.assert(
    fc.property(texts, texts, (own, other) => {
      const result = numberRepeats([own, other]);
      const textOf = new Map<string, string>();
      for (const [at, list] of [own, other].entries())
        for (const [index, text] of list.entries()) {
          const key = result[at]?.[index] ?? '';
          expect(textOf.get(key) ?? text).toBe(text);
          textOf.set(key, text);
        }
      expect(numberRepeats([own, own])[0]).toEqual(numberRepeats([own, own])[1]);
      if (Math.max(mostOf(own), mostOf(other)) <= 30) expect(result).toEqual([own, other]);
    }),
  );
});

it('are words of both texts, of which the equal ones are not marked', () => {
  const words = (changed: string) =>
    Array.from({ length: 500 }, (_, at) => (at === 250 ? changed : `w${at % 90}`)).join(' ');
  const { own, other } = diffWords(words('one'), words('two'));
  expect([own, other].map((parts) => parts.filter(({ isChanged }) => isChanged))).toEqual([
    [{ text: 'one', isChanged: true }],
    [{ text: 'two', isChanged: true }],
  ]);
});

const blankBetween = (first: string, last: string): readonly string[] => [first, ...blank.slice(2), last];

it('are compared at once: without numbers, these lists would take a minute', () => {
  const same = (count: number) => ({ isCommon: true, own: count, other: count });
  const other = { isCommon: false, own: 1, other: 1 };
  expect(compareLists(blankBetween('a', 'b'), blankBetween('c', 'd'), 5_000)).toEqual([
    ...[same(0), other, same(4_998), other, same(0)],
  ]);
});

it('are merged at once: without numbers, these lists would take a minute', () => {
  const lists = { base: blankBetween('a', 'b'), own: blankBetween('c', 'b'), other: blankBetween('a', 'd') };
  const { both, collides } = mergeLists(lists, (line) => line);
  expect([both, collides]).toEqual([blankBetween('c', 'd'), false]);
});
