// What the dialog of a conflict shows.
import { expect, it } from 'vitest';
import { describeConflict } from '../../../editor/src/document/saving/describeConflict.ts';
import type { Conflict } from '../../../editor/src/document/saving/merge.ts';
import type { TextPart } from '../../../editor/src/document/saving/diffWords.ts';
import { testSchema } from '../form/schema.ts';

const { editor, type } = testSchema({ text: { type: 'richtext' } });

const marked = (parts: readonly TextPart[]): string =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

const describe = (conflict: Omit<Conflict, 'attribute'>) =>
  describeConflict({ type, schema: editor }, { attribute: 'text', ...conflict }).map(
    ([side, parts]) => [side, marked(parts)] as const,
  );

it('marks the words in which both sides differ', () => {
  expect(describe({ own: 'black ink', other: 'blue ink', both: 'black ink\nblue ink' })).toEqual([
    ['own', '[black] ink'],
    ['other', '[blue] ink'],
    ['both', 'black ink\nblue ink'],
  ]);
});

it('offers two values where the value cannot hold both', () => {
  expect(describe({ own: 'a', other: 'b' }).map(([side]) => side)).toEqual(['own', 'other']);
});

it('shows of long texts where they begin to differ, also of both', () => {
  const same = 'a '.repeat(3_000);
  const start = `… ${'a '.repeat(100)}`;
  expect(describe({ own: `${same}black ink`, other: `${same}red ink`, both: `${same}black ink\nred ink` })).toEqual([
    ['own', `${start}[black] ink`],
    ['other', `${start}[red] ink`],
    ['both', `${start}black ink\nred ink`],
  ]);
});
