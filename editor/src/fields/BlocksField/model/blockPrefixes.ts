// What people type at the start of a paragraph to make another block of it: the signs of Markdown.
import type { BlockKind } from './commands.ts';

const headings = [1, 2, 3, 4, 5, 6].map((level): readonly [string, BlockKind] => [
  '#'.repeat(level),
  { type: 'heading', level },
]);

/** By the text before the space that completes it. */
export const blockPrefixes: ReadonlyMap<string, BlockKind> = new Map<string, BlockKind>([
  ...headings,
  ['-', { type: 'list', format: 'unordered' }],
  ['*', { type: 'list', format: 'unordered' }],
  ['1.', { type: 'list', format: 'ordered' }],
  ['>', { type: 'quote' }],
  ['```', { type: 'code' }],
]);
