import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { EditorState, type StateCommand } from '@codemirror/state';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from '../../editor/src/fields/code/findJsonFault.ts';
import {
  insertImages,
  insertLink,
  insertTable,
  toggleAround,
  toggleLines,
  type Edit,
  type Selected,
} from '../../editor/src/fields/MarkdownField/commands.ts';
import { addRow, cellText, goBy, rowsIn, tableOfTabs } from '../../editor/src/fields/MarkdownField/tables.ts';

/** The selection is between the signs `[` and `]`. */
const selected = (marked: string): Selected => {
  const from = marked.indexOf('[');
  return { text: marked.replace(/[[\]]/gu, ''), from, to: marked.indexOf(']') - 1 };
};
const apply = ({ text }: Selected, { from, to, insert, anchor, head }: Edit): string => {
  const edited = text.slice(0, from) + insert + text.slice(to);
  return `${edited.slice(0, anchor)}[${edited.slice(anchor, head)}]${edited.slice(head)}`;
};
const run = (marked: string, command: (one: Selected) => Edit): string => {
  const one = selected(marked);
  return apply(one, command(one));
};

describe('a table in Markdown', () => {
  /** The text after a key; null if the key does nothing there. */
  const press = (marked: string, command: StateCommand): string | null => {
    const { text: doc, from: anchor, to: head } = selected(marked);
    let state = EditorState.create({
      doc,
      selection: { anchor, head },
      extensions: markdown({ base: markdownLanguage }),
    });
    const isDone = command({
      state,
      dispatch: (transaction) => {
        state = transaction.state;
      },
    });
    const { from, to } = state.selection.main;
    const after = state.doc.toString();
    return isDone ? `${after.slice(0, from)}[${after.slice(from, to)}]${after.slice(to)}` : null;
  };
  const [next, previous] = [goBy(1), goBy(-1)];

  test.each([
    ['Tab selects the next cell', '| []a | b |\n| - | - |\n| c | d |', next, '| a | [b] |\n| - | - |\n| c | d |'],
    ['Tab goes to the next row', '| a | b[] |\n| - | - |\n| c | d |', next, '| a | b |\n| - | - |\n| [c] | d |'],
    ['Tab goes into an empty cell', '| []a |  |\n| - | - |', next, '| a | [] |\n| - | - |'],
    [
      'Tab goes over an escaped sign',
      String.raw`| []a\| | b |` + '\n| - | - |',
      next,
      String.raw`| a\| | [b] |` + '\n| - | - |',
    ],
    ['Tab leaves at the end', '| a | b |\n| - | - |\n| c | []d |', next, null],
    ['Shift and Tab go back', '| a | b |\n| - | - |\n| []c | d |', previous, '| a | [b] |\n| - | - |\n| c | d |'],
    ['Tab is no key of other text', 'a []b', next, null],
    ['Enter adds a row', '| a | b |\n| - | - |\n| c[] | d |', addRow, '| a | b |\n| - | - |\n| c | d |\n| [] |  |'],
    ['Enter adds the first row', '| a[] | b |\n| - | - |', addRow, '| a | b |\n| - | - |\n| [] |  |'],
    ['Enter in an empty row ends the table', '| a |\n| - |\n| [] |', addRow, '| a |\n| - |\n\n[]'],
    ['Enter is a line break in other text', 'a[]', addRow, null],
  ])('%s', (_, marked, command, expected) => {
    expect(press(marked, command)).toBe(expected);
  });

  test('is inserted as a block of its own', () => {
    expect(run('a[]\nb', insertTable)).toBe('a\n\n| [] |  |\n| - | - |\n|  |  |\n\nb'.replace('| [] |', '| [] |'));
  });

  test('is what a part of a spreadsheet becomes, and no other text', () => {
    expect(tableOfTabs('a\tb|c\r\nd\t\r\n')).toBe(
      String.raw`|  |  |` + '\n| - | - |\n' + String.raw`| a | b\|c |` + '\n| d |  |',
    );
    expect(['a\tb', 'a\nb', 'a\tb\nc'].map(tableOfTabs)).toEqual([undefined, undefined, undefined]);
  });

  test('takes pasted text into one cell, and the rows of another table', () => {
    expect(cellText('a\n\nb | c')).toBe(String.raw`a b \| c`);
    expect(rowsIn('| | |\n| - | - |\n| a | b |')).toEqual(['| a | b |']);
  });
});

describe('Markdown', () => {
  test('signs go around the selection, and away again', () => {
    expect(run('a [b] c', (one) => toggleAround(one, '**'))).toBe('a **[b]** c');
    expect(run('a **[b]** c', (one) => toggleAround(one, '**'))).toBe('a [b] c');
    expect(run('[]', (one) => toggleAround(one, '_'))).toBe('_[]_');
  });

  test('signs go before each selected line, and away again', () => {
    expect(run('x\na[b\nc]d\ny', (one) => toggleLines(one, 'ordered'))).toBe('x\n1. ab\n2. cd[]\ny');
    expect(run('1. a[b\n2. c]d', (one) => toggleLines(one, 'ordered'))).toBe('ab\ncd[]');
    expect(run('[]title', (one) => toggleLines(one, 'heading'))).toBe('## title[]');
    expect(run('#### [t]itle', (one) => toggleLines(one, 'heading'))).toBe('title[]');
  });

  test('a link has the selected text, or else the title of the document, or its address', () => {
    const url = 'https://example.org/a (b)';
    const one = { text: 'a b', from: 2, to: 3 };
    expect(apply(one, insertLink(one, url, 'Title'))).toBe(`a [b](<${url}>)[]`);
    const nothing = { text: 'a ', from: 2, to: 2 };
    expect(apply(nothing, insertLink(nothing, '/a', 'T [1]'))).toBe('a [T \\[1\\]](/a)[]');
    expect(apply(nothing, insertLink(nothing, '/a'))).toBe('a [/a](/a)[]');
  });

  test('pictures have their alternative text, and cannot end their own link', () => {
    const { insert } = insertImages({ text: '', from: 0, to: 0 }, [
      { url: '/uploads/a.png', name: 'a.png', alternativeText: 'A press' },
      { url: '/uploads/b (1).png', name: 'b](javascript:alert(1)) [c' },
    ]);
    expect(insert).toBe('![A press](/uploads/a.png)\n\n![b\\](javascript:alert(1)) \\[c](</uploads/b (1).png>)');
  });

  test.each([
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java\tscript:alert(1))',
    '[a](&#106;avascript:alert(1))',
    '![a](javascript:alert(1))',
    '<javascript:alert(1)>',
    '[a](data:text/html,<script>alert(1)</script>)',
    '[a]: javascript:alert(1)\n\n[a]',
  ])('the preview of %j leads to no script', (text) => {
    const html = renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text));
    expect(html).not.toMatch(/(?:href|src)="[^"]*(?:script|data):/iu);
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<svg onload=alert(1)></svg>',
    'a <b onclick=x>b</b>',
  ])('the preview shows %j as text', (text) => {
    const html = renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text));
    expect(html).not.toMatch(/<(?:img|script|svg|b)\b/u);
  });
});

describe('JSON', () => {
  test.each([['{"a": [1, 2]}'], ['null'], ['"text"'], [''], ['  \n']])('%j has no fault', (text) => {
    expect(findJsonFault(text)).toBeUndefined();
  });

  test.each([
    ['{"a" 1}', 1, 6],
    ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
    ['[1, 2', 1, 6],
    ['{"a": 1}}', 1, 9],
    ['tru', 1, 1],
  ])('%j is wrong at line %i, column %i', (text, line, column) => {
    expect(findJsonFault(text)).toEqual({ line, column });
  });
});
