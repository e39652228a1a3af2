// Names that people give to roles, tokens, webhooks, locales, folders and saved lists: one rule for all.
import { expect, it } from 'vitest';
import { allContracts } from '../../lib/allContracts.ts';
import { isName, type Contract } from '../../lib/contracts/index.ts';
import type { JsonSchema } from '../../lib/schema/index.ts';

it.each([
  ...['\u200B', '\u200D\u200C', '\u2060\uFE0F', '\u3164', '\u2800 ', '\u00A0\u3000', 'a\u200Bb'],
  ...['\u202Ename', 'a\nb', 'a\u2028b'],
])('a name without a visible character, with one that hides, or of two lines is refused: case %#', (name) => {
  expect(isName(name)).toBe(false);
});

it.each(['Redaktion', 'می‌خواهم', '👩‍👩‍👧 families', 'クラス', '.'])('%s is accepted', (name) => {
  expect(isName(name)).toBe(true);
});

it('every name in the body of a contract follows the rule, which constraints.test.ts breaks once', () => {
  const operations = allContracts.flatMap((contract: Contract) => Object.entries(contract.operations));
  const others = operations.flatMap(([operation, { body }]) => {
    const { name } = (body?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
    return name === undefined || String(name.format).startsWith('name') ? [] : [operation];
  });
  // Folders leave characters out first (tests/media/folders); a stage has the name that the schema gives it.
  expect(others).toEqual(['createFolder', 'updateFolder', 'moveToStage']);
});
