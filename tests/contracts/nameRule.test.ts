// Names that people give to roles, tokens, webhooks, locales, folders and saved lists; constraints.test.ts checks that contracts use the rule.
import { expect, it } from 'vitest';
import { isName } from '../../lib/contracts/index.ts';

it.each([
  ...['\u200B', '\u200D\u200C', '\u2060\uFE0F', '\u3164', '\u2800 ', '\u00A0\u3000', 'a\u200Bb'],
  ...['\u202Ename', 'a\nb', 'a\u2028b'],
])('a name without a visible character, with one that hides, or of two lines is refused: case %#', (name) => {
  expect(isName(name)).toBe(false);
});

it.each(['Redaktion', 'می‌خواهم', '👩‍👩‍👧 families', 'クラス', '.'])('%s is accepted', (name) => {
  expect(isName(name)).toBe(true);
});
