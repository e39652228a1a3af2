// Where the cursor goes in a Markdown text after a double click on the page that shows it.
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { findPlace } from '../../editor/src/fields/MarkdownField/findPlace.ts';

const place = (text: string, before: string): string => {
  const state = EditorState.create({ doc: text, extensions: [markdown({ base: markdownLanguage })] });
  const at = findPlace(state, before.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
  return `${text.slice(0, at)}|${text.slice(at)}`;
};

it.each([
  ['plain text', 'Iron gall ink', 'Iron ', 'Iron |gall ink'],
  ['nothing', '## Ink', '', '## |Ink'],
  ['more than there is', 'Ink', 'Ink and more', 'Ink|'],
  ['marks', 'Some **bold** and _soft_ words', 'Some bold and ', 'Some **bold** and _|soft_ words'],
  [
    ...['the address of a link', 'See [the page](https://example.org/long "A title") again'],
    ...['See the page ', 'See [the page](https://example.org/long "A title") |again'],
  ],
  ['a picture', 'One ![alt text](/uploads/a.png) two', 'One ', 'One ![alt text](/uploads/a.png) |two'],
  ['numbers of a list', '1. One\n2. Two\n3. Three', 'One Two ', '1. One\n2. Two\n3. |Three'],
  ['the language of code', 'A\n\n```js\nlet x\n```\n\nEnd', 'A let x ', 'A\n\n```js\nlet x\n```\n\n|End'],
  [
    ...['a table', '| a | b |\n| --- | :-- |\n| one | two |'],
    ...['a b one ', '| a | b |\n| --- | :-- |\n| one | |two |'],
  ],
  ['other scripts', 'Чернила и перо', 'Чернила и ', 'Чернила и |перо'],
])('finds a word after %s', (_, text, before, expected) => {
  expect(place(text, before)).toBe(expected);
});
