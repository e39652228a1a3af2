// Shortcuts, the slash, and moving of blocks.
import { createEditor, Editor, Transforms, type BasePoint } from 'slate';
import { describe, expect, test } from 'vitest';
import {
  duplicateBlock,
  moveBlock,
  moveSelected,
  removeBlock,
} from '../../editor/src/fields/BlocksField/model/moving.ts';
import { withShortcuts } from '../../editor/src/fields/BlocksField/model/shortcuts.ts';
import { applySlash, closeSlash, slashQuery, withSlash } from '../../editor/src/fields/BlocksField/model/slash.ts';
import { readBlocks, writeBlocks } from '../../editor/src/fields/BlocksField/model/stored.ts';
import { withBlocks } from '../../editor/src/fields/BlocksField/model/withBlocks.ts';

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const code = (value: string, more: object = {}) => ({ type: 'code', ...more, children: [text(value)] });
const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
const list = (children: unknown[], more: object = {}) => ({ type: 'list', format: 'unordered', children, ...more });
const paragraphs = (letters: string) => letters.split('').map((letter) => paragraph(text(letter)));

const editorOf = (value: unknown, at: BasePoint = { path: [0, 0], offset: 0 }) => {
  const steps: string[] = [];
  const valueOf = () => writeBlocks(editor.children);
  const hooks = {
    before: () => {
      steps.push(Editor.string(editor, []));
    },
    undo: () => {
      steps.push('undo');
    },
  };
  const editor = withSlash(withShortcuts(withBlocks(createEditor()), hooks));
  editor.children = readBlocks(value);
  Transforms.select(editor, at);
  const type = (typed: string): void => {
    for (const character of typed) editor.insertText(character);
  };
  return { editor, steps, valueOf, type };
};

describe('shortcuts', () => {
  test.each([
    ['#', { type: 'heading', level: 1, children: [text('a')] }],
    ['###', { type: 'heading', level: 3, children: [text('a')] }],
    ['>', { type: 'quote', children: [text('a')] }],
    ['```', code('a')],
    ['-', list([item('a')])],
    ['1.', list([item('a')], { format: 'ordered' })],
  ])('"%s " at the start of a paragraph makes another block', (prefix, expected) => {
    const { type, valueOf, steps } = editorOf([paragraph(text('a'))]);
    type(`${prefix} `);
    expect(valueOf()).toEqual([expected]);
    expect(steps).toEqual([`${prefix} a`]);
  });

  test('three backticks and Enter make code, with its language', () => {
    const { editor, type, valueOf } = editorOf([]);
    type('```ts');
    editor.insertBreak();
    expect(valueOf()).toEqual([code('', { language: 'ts' })]);
  });

  test.each([
    ['**', { bold: true }],
    ['__', { bold: true }],
    ['*', { italic: true }],
    ['_', { italic: true }],
    ['~~', { strikethrough: true }],
    ['`', { code: true }],
  ])('%s around a text marks it, and not what follows', (sign, marks) => {
    const { type, valueOf, steps } = editorOf([paragraph(text('.'))]);
    type(`a ${sign}b c${sign} d`);
    expect(valueOf()).toEqual([paragraph(text('a '), text('b c', marks), text(' d.'))]);
    expect(steps).toEqual([`a ${sign}b c${sign}.`]);
  });

  test.each(['2 * 3 * 4', 'a*b*', 'snake_case_name', '****', '** a**', '**a **', '~a~', '```'])(
    '%s stays what it is',
    (typed) => {
      const { type, valueOf, steps } = editorOf([]);
      type(typed);
      expect(valueOf()).toEqual([paragraph(text(typed))]);
      expect(steps).toEqual([]);
    },
  );

  test('a mark inside of a mark keeps both', () => {
    const { type, valueOf } = editorOf([paragraph(text('a', { bold: true }))], { path: [0, 0], offset: 1 });
    type(' *b* c');
    expect(valueOf()).toEqual([
      paragraph(text('a ', { bold: true }), text('b', { bold: true, italic: true }), text(' c', { bold: true })),
    ]);
  });

  test('code has no shortcuts', () => {
    const { type, valueOf } = editorOf([code('')]);
    type('# **a** `b`');
    expect(valueOf()).toEqual([code('# **a** `b`')]);
  });

  test('Backspace right after a shortcut gives the typed characters back', () => {
    const { editor, type, steps } = editorOf([]);
    type('**a**');
    editor.deleteBackward('character');
    expect(steps).toEqual(['**a**', 'undo']);
  });

  test('Backspace later removes a character', () => {
    const { editor, type, steps, valueOf } = editorOf([]);
    type('**a** b');
    editor.deleteBackward('character');
    expect(steps).toEqual(['**a**']);
    expect(valueOf()).toEqual([paragraph(text('a', { bold: true }), text(' '))]);
  });
});

describe('a slash', () => {
  test.each([
    ['/', ''],
    ['a /head', 'head'],
    ['/heading 2', 'heading 2'],
    ['a/b', undefined],
    ['/ a', undefined],
  ])('%s opens a menu for %s', (typed, query) => {
    const { editor, type } = editorOf([]);
    type(typed);
    expect(slashQuery(editor)).toBe(query);
  });

  test('opens nothing in code, after Escape, and where it was before', () => {
    const inCode = editorOf([code('')]);
    inCode.type('/');
    expect(slashQuery(inCode.editor)).toBeUndefined();
    const closed = editorOf([]);
    closed.type('/');
    closeSlash(closed.editor);
    expect(slashQuery(closed.editor)).toBeUndefined();
    expect(slashQuery(editorOf([paragraph(text('/a'))], { path: [0, 0], offset: 2 }).editor)).toBeUndefined();
  });

  test('ends when the cursor leaves it', () => {
    const { editor, type } = editorOf([paragraph(text('a '))], { path: [0, 0], offset: 2 });
    type('/b');
    Transforms.select(editor, { path: [0, 0], offset: 1 });
    expect(slashQuery(editor)).toBeUndefined();
  });

  test('goes when a kind is chosen', () => {
    const { editor, type, valueOf } = editorOf([paragraph(text('a '))], { path: [0, 0], offset: 2 });
    type('/he');
    applySlash(editor, { type: 'heading', level: 2 });
    expect(valueOf()).toEqual([{ type: 'heading', level: 2, children: [text('a ')] }]);
  });
});

describe('moving', () => {
  const letters = (editor: Editor) =>
    editor.children.map((node) => Editor.string(editor, [editor.children.indexOf(node)])).join('');

  test.each([
    [0, 1, 'bacd', 2],
    [2, -1, 'acbd', 2],
    [3, 1, 'abcd', undefined],
    [0, -1, 'abcd', undefined],
  ] as const)('block %i by %i gives %s', (at, step, expected, place) => {
    const { editor } = editorOf(paragraphs('abcd'), { path: [at, 0], offset: 1 });
    expect(moveSelected(editor, step)).toBe(place);
    expect(letters(editor)).toBe(expected);
    expect(Editor.string(editor, editor.selection?.anchor.path ?? [])).toBe('abcd'[at]);
  });

  test('the selected blocks stay together', () => {
    const { editor } = editorOf(paragraphs('abcd'));
    Transforms.select(editor, Editor.range(editor, [1], [2]));
    moveSelected(editor, -1);
    expect(letters(editor)).toBe('bcad');
    moveSelected(editor, 1);
    moveSelected(editor, 1);
    expect(letters(editor)).toBe('adbc');
  });

  test('an item moves with the items below it, and at the end of its list the list moves', () => {
    const below = list([item('b')], { indentLevel: 1 });
    const blocks = [paragraph(text('x')), list([item('a'), below, item('c'), below])];
    const { editor, valueOf } = editorOf(blocks, { path: [1, 0, 0], offset: 0 });
    expect(moveSelected(editor, 1)).toBe(2);
    expect(valueOf()).toEqual([paragraph(text('x')), list([item('c'), below, item('a'), below])]);
    moveSelected(editor, -1);
    expect(valueOf()).toEqual(blocks);
    moveSelected(editor, -1);
    expect(valueOf()).toEqual([blocks[1], blocks[0]]);
  });

  test.each([
    [0, 3, 'bcad'],
    [3, 1, 'adbc'],
    [1, 2, 'abcd'],
    [1, 1, 'abcd'],
  ])('from %i to before %i gives %s', (from, to, expected) => {
    const { editor } = editorOf(paragraphs('abcd'));
    moveBlock(editor, from, to);
    expect(letters(editor)).toBe(expected);
  });

  test('a copy comes below, and the last block leaves a paragraph', () => {
    const { editor, valueOf } = editorOf([code('a', { language: 'ts' })]);
    duplicateBlock(editor, 0);
    expect(valueOf()).toEqual([code('a', { language: 'ts' }), code('a', { language: 'ts' })]);
    removeBlock(editor, 0);
    removeBlock(editor, 0);
    expect(valueOf()).toBeNull();
    expect(editor.selection?.anchor).toEqual({ path: [0, 0], offset: 0 });
  });
});
