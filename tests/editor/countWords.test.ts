// How many words a text has.
import { expect, test } from 'vitest';
import {
  countWords,
  createCounter,
  piecesOfBlocks,
  piecesOfMarkdown,
  readingMinutes,
  type TextPiece,
} from '../../editor/src/fields/countWords.ts';

const noPause = (): Promise<void> => Promise.resolve();
const countOf = (pieces: Iterable<TextPiece>, lang?: string): Promise<number> =>
  countWords(pieces, createCounter(lang), new WeakMap(), noPause);

test.each([
  ['One, two – three!', 'en', 3],
  ["It's l'encre.", 'fr', 2],
  ['我喜欢墨水', 'zh', 3],
  ['one two', 'no-such-language', 2],
  ['', undefined, 0],
])('%s (%s) has %i', async (text, lang, expected) => {
  expect(await countOf([{ text }], lang)).toBe(expected);
});

test('Markdown counts what people read', async () => {
  const markdown =
    '# Ink\n\n[two words](https://example.org/a/b) ![alt](/x.png)\n\n[1]: https://example.org/c\n<br class="x"> **end**';
  expect(await countOf(piecesOfMarkdown(markdown))).toBe(6);
});

test('blocks count their texts, also of items, links and marks inside of words', async () => {
  const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
  const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
  const blocks = [
    {
      type: 'paragraph',
      children: [text('wo'), text('rd', { bold: true }), { type: 'link', children: [text(' linked')] }],
    },
    { type: 'list', children: [item('one'), { type: 'list', children: [item('two')] }, item('three')] },
    { type: 'image', image: { name: 'not.png' }, children: [text('')] },
    null,
  ];
  expect(await countOf(piecesOfBlocks(blocks))).toBe(5);
});

test('a block is counted once', async () => {
  const known = new WeakMap<object, number>();
  const key = {};
  let counts = 0;
  const count = () => ++counts;
  for (let round = 0; round < 2; round++) await countWords([{ key, text: 'a' }], count, known, noPause);
  expect(counts).toBe(1);
});

test.each([
  [1, 1],
  [299, 1],
  [300, 2],
  [1000, 5],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes(words)).toBe(minutes);
});
