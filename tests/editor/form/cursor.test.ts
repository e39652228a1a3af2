// Where the cursor of a text field is after somebody else changed its text.
import { expect, it } from 'vitest';
import { moveCursor } from '../../../editor/src/form/cursor.ts';

it.each([
  { before: 'Black ink', after: 'Black ink, mostly', at: 5, moved: 5 },
  { before: 'Black ink', after: 'The black ink', at: 9, moved: 13 },
  { before: 'Black ink', after: 'Very black, dry ink', at: 6, moved: 16 },
  { before: 'Black ink', after: 'ink', at: 3, moved: 0 },
  { before: 'Black ink', after: '', at: 9, moved: 0 },
  { before: 'aa', after: 'aaa', at: 2, moved: 2 },
])('moves from $at to $moved when "$before" becomes "$after"', ({ before, after, at, moved }) => {
  expect(moveCursor(before, after, at)).toBe(moved);
});
