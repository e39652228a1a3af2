// Which words the dialog of a conflict marks.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffWords, type TextPart } from '../../../editor/src/document/saving/diffWords.ts';

const marked = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

it.each([
  ['a word', 'black ink', 'blue ink', '[black] ink', '[blue] ink'],
  ['words of other letters', 'schöne Tinte', 'schöner Tinte', '[schöne] Tinte', '[schöner] Tinte'],
  ['a line that only one side has', 'a\nb', 'a', 'a[\nb]', 'a'],
  ['nothing in equal texts', 'a b', 'a b', 'a b', 'a b'],
])('marks %s', (_, own, other, ownMarked, otherMarked) => {
  const parts = diffWords(own, other);
  expect([marked(parts.own), marked(parts.other)]).toEqual([ownMarked, otherMarked]);
});

it('shows both texts whole, and the unmarked parts of both are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.', '\n', 'ß', '😀') });
  fc.assert(
    fc.property(text, text, (own, other) => {
      const parts = diffWords(own, other);
      const textOf = (all: readonly TextPart[]) => all.map((part) => part.text).join('');
      expect([textOf(parts.own), textOf(parts.other)]).toEqual([own, other]);
      const common = (all: readonly TextPart[]) => textOf(all.filter(({ isChanged }) => !isChanged));
      expect(common(parts.own)).toBe(common(parts.other));
    }),
  );
});

it('marks one changed word of a long text', () => {
  const [start, end] = ['a '.repeat(20_000), ' b'.repeat(20_000)];
  const parts = diffWords(`${start}black ink${end}`, `${start}blue ink${end}`);
  expect([marked(parts.own), marked(parts.other)]).toEqual([`${start}[black] ink${end}`, `${start}[blue] ink${end}`]);
});

it('marks as a whole what has very many words between the first and the last difference', () => {
  const long = (first: string, last: string) => `${first}${' a'.repeat(3_000)} ${last}`;
  const parts = diffWords(`same ${long('b', 'c')} end`, `same ${long('d', 'e')} end`);
  expect(marked(parts.own)).toBe(`same [${long('b', 'c')}] end`);
  expect(marked(parts.other)).toBe(`same [${long('d', 'e')}] end`);
});
