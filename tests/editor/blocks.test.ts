import { describe, expect, test } from 'vitest';
import { createEditor, Editor, Node, Transforms, type BasePoint } from 'slate';
import {
  indentItem,
  insertImages,
  outdentItem,
  removeLink,
  setLink,
  toggleBlock,
  toggleMark,
} from '../../editor/src/fields/BlocksField/model/commands.ts';
import { completeUrl, isSafeUrl } from '../../editor/src/fields/links/safeUrl.ts';
import { insertBlocks, makeValid } from '../../editor/src/fields/BlocksField/model/pasting.ts';
import { Lost } from '../../editor/src/fields/paste/lost.ts';
import { movePoint } from '../../editor/src/fields/BlocksField/model/movePoint.ts';
import { cleanPasted } from '../../editor/src/fields/BlocksField/model/cleanPasted.ts';
import { readBlocks, writeBlocks } from '../../editor/src/fields/BlocksField/model/stored.ts';
import type { BlockElement } from '../../editor/src/fields/BlocksField/model/types.ts';
import { withBlocks } from '../../editor/src/fields/BlocksField/model/withBlocks.ts';

const text = (value: string, marks: object = {}) => ({ type: 'text', text: value, ...marks });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const item = (value: string) => ({ type: 'list-item', children: [text(value)] });
const list = (children: unknown[], more: object = {}) => ({ type: 'list', format: 'unordered', children, ...more });
const nested = (...children: unknown[]) => list(children, { indentLevel: 1 });

const editorOf = (value: unknown, at: BasePoint = { path: [0, 0], offset: 0 }): Editor => {
  const editor = withBlocks(createEditor());
  editor.children = readBlocks(value);
  Transforms.select(editor, at);
  return editor;
};
const valueOf = (editor: Editor): unknown => writeBlocks(editor.children);

const picture = {
  name: 'press.jpg',
  url: '/uploads/press.jpg',
  hash: 'press',
  ext: '.jpg',
  mime: 'image/jpeg',
  provider: 'local',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** Everything that Strapi's editor, others and mistakes have stored. */
const stored: readonly unknown[] = [
  { type: 'heading', level: 2, children: [text('A heading')] },
  paragraph(text('Plain, '), text('bold', { bold: true }), text(' and false', { italic: false })),
  paragraph(text('a'), text('b'), text('')),
  paragraph({ type: 'link', url: 'https://example.org', rel: 'nofollow', children: [text('only a link')] }),
  paragraph(
    { type: 'link', url: 'javascript:alert(1)', children: [text('bad')] },
    { type: 'link', url: '/b', children: [] },
  ),
  paragraph({ type: 'mention', user: 7, children: [text('@maud')] }, 'a text that is no node', null),
  paragraph(),
  { type: 'quote', cite: 'Ines', children: [text('two\nlines')] },
  { type: 'code', language: 'js', children: [text('let a = 1;\n')] },
  list([item('one'), nested(item('two'), { type: 'table', rows: [] }), item('three')]),
  list([], { format: 'ordered' }),
  { type: 'image', image: { ...picture, alternativeText: null }, children: [text('')] },
  { type: 'image', children: [text('')] },
  { type: 'heading', level: 9, children: [text('too deep')] },
  { type: 'video', url: 'https://example.org/film', children: [{ type: 'frame' }] },
  { children: [text('without a type')] },
  null,
  'a text',
];

describe('reading and writing', () => {
  test('changes nothing that was not edited', () => {
    expect(writeBlocks(readBlocks(stored))).toEqual(stored);
  });

  test.each([[null], [[]], [[paragraph(text(''))]]])('of an empty value gives the cursor a paragraph: %j', (value) => {
    expect(readBlocks(value)).toEqual([{ type: 'paragraph', children: [{ text: '' }] }]);
  });

  test('an edit keeps the unknown keys and nodes of its block', () => {
    const mention = { type: 'mention', user: 7, children: [text('@maud')] };
    const editor = editorOf([{ type: 'quote', cite: 'Ines', children: [text('a'), mention, text('b')] }]);
    editor.insertText('!');
    expect(valueOf(editor)).toEqual([{ type: 'quote', cite: 'Ines', children: [text('!a'), mention, text('b')] }]);
  });

  test('a document that the user emptied has no value', () => {
    const editor = editorOf([paragraph(text('a'))], { path: [0, 0], offset: 1 });
    editor.deleteBackward('character');
    expect(valueOf(editor)).toBeNull();
  });
});

describe('blocks', () => {
  test('a kind that is chosen twice gives a paragraph again, without keys of the kind', () => {
    const editor = editorOf([paragraph(text('a'))]);
    toggleBlock(editor, { type: 'heading', level: 2 });
    expect(valueOf(editor)).toEqual([{ type: 'heading', level: 2, children: [text('a')] }]);
    toggleBlock(editor, { type: 'heading', level: 2 });
    expect(valueOf(editor)).toEqual([paragraph(text('a'))]);
  });

  test('several blocks become one list, and leave it again', () => {
    const blocks = [paragraph(text('a')), { type: 'quote', children: [text('b')] }, paragraph(text('c'))];
    const editor = editorOf(blocks);
    Transforms.select(editor, Editor.range(editor, [0], [1]));
    toggleBlock(editor, { type: 'list', format: 'ordered' });
    expect(valueOf(editor)).toEqual([list([item('a'), item('b')], { format: 'ordered' }), paragraph(text('c'))]);
    toggleBlock(editor, { type: 'list', format: 'ordered' });
    expect(valueOf(editor)).toEqual([paragraph(text('a')), paragraph(text('b')), paragraph(text('c'))]);
  });

  test('Enter after a heading starts a paragraph', () => {
    const editor = editorOf([{ type: 'heading', level: 1, children: [text('a')] }], { path: [0, 0], offset: 1 });
    editor.insertBreak();
    expect(valueOf(editor)).toEqual([{ type: 'heading', level: 1, children: [text('a')] }, paragraph(text(''))]);
  });

  test('Enter in code is a line, and at an empty last line leaves it', () => {
    const editor = editorOf([{ type: 'code', children: [text('a')] }], { path: [0, 0], offset: 1 });
    editor.insertBreak();
    expect(valueOf(editor)).toEqual([{ type: 'code', children: [text('a\n')] }]);
    editor.insertBreak();
    editor.insertText('b');
    expect(valueOf(editor)).toEqual([{ type: 'code', children: [text('a')] }, paragraph(text('b'))]);
  });

  test('Backspace at the start of a heading makes a paragraph', () => {
    const editor = editorOf([{ type: 'heading', level: 1, children: [text('a')] }]);
    editor.deleteBackward('character');
    expect(valueOf(editor)).toEqual([paragraph(text('a'))]);
  });

  test('code has neither links nor marks', () => {
    const link = { type: 'link', url: '/x', children: [text('b')] };
    const editor = editorOf([paragraph(text('a', { bold: true }), link)], { path: [0, 0], offset: 0 });
    toggleBlock(editor, { type: 'code' });
    expect(valueOf(editor)).toEqual([{ type: 'code', children: [text('ab')] }]);
  });

  test('pictures go below the block with the cursor', () => {
    const editor = editorOf([paragraph(text('a'))]);
    insertImages(editor, [picture]);
    expect(valueOf(editor)).toEqual([
      paragraph(text('a')),
      { type: 'image', image: picture, children: [text('')] },
      paragraph(text('')),
    ]);
  });
});

describe('lists', () => {
  const items = [list([item('a'), item('b'), item('c')])];

  test('an item goes below the one before it, and back', () => {
    const editor = editorOf(items, { path: [0, 1, 0], offset: 0 });
    indentItem(editor);
    expect(valueOf(editor)).toEqual([list([item('a'), nested(item('b')), item('c')])]);
    Transforms.select(editor, Editor.start(editor, [0, 2]));
    indentItem(editor);
    expect(valueOf(editor)).toEqual([list([item('a'), nested(item('b'), item('c'))])]);
    Transforms.select(editor, Editor.start(editor, [0, 1, 0]));
    outdentItem(editor);
    expect(valueOf(editor)).toEqual([list([item('a'), item('b'), nested(item('c'))])]);
  });

  test('the first item cannot go deeper', () => {
    const editor = editorOf(items, { path: [0, 0, 0], offset: 0 });
    indentItem(editor);
    expect(valueOf(editor)).toEqual(items);
  });

  test('Enter in an empty item leaves the list', () => {
    const editor = editorOf([list([item('a'), item('')])], { path: [0, 1, 0], offset: 0 });
    editor.insertBreak();
    expect(valueOf(editor)).toEqual([list([item('a')]), paragraph(text(''))]);
  });

  test('Backspace at the start of an item in the middle splits the list', () => {
    const editor = editorOf(items, { path: [0, 1, 0], offset: 0 });
    editor.deleteBackward('character');
    expect(valueOf(editor)).toEqual([list([item('a')]), paragraph(text('b')), list([item('c')])]);
  });

  test('a list gets another format and keeps its levels', () => {
    const editor = editorOf([list([item('a'), nested(item('b'))])], { path: [0, 1, 0, 0], offset: 0 });
    toggleBlock(editor, { type: 'list', format: 'ordered' });
    expect(valueOf(editor)).toEqual([list([item('a'), list([item('b')], { indentLevel: 1, format: 'ordered' })])]);
  });

  test('nested items become paragraphs', () => {
    const editor = editorOf([list([item('a'), nested(item('b'))])], { path: [0, 1, 0, 0], offset: 0 });
    toggleBlock(editor, { type: 'paragraph' });
    expect(valueOf(editor)).toEqual([list([item('a')]), paragraph(text('b'))]);
  });
});

describe('marks and links', () => {
  test('a mark is added to the selection and taken away', () => {
    const editor = editorOf([paragraph(text('ab'))]);
    Transforms.select(editor, { anchor: { path: [0, 0], offset: 0 }, focus: { path: [0, 0], offset: 1 } });
    toggleMark(editor, 'bold');
    expect(valueOf(editor)).toEqual([paragraph(text('a', { bold: true }), text('b'))]);
    toggleMark(editor, 'bold');
    expect(valueOf(editor)).toEqual([paragraph(text('ab'))]);
  });

  test('the selection becomes a link, which can be changed and removed', () => {
    const editor = editorOf([paragraph(text('abc'))]);
    Transforms.select(editor, { anchor: { path: [0, 0], offset: 1 }, focus: { path: [0, 0], offset: 2 } });
    setLink(editor, 'https://example.org');
    const link = (url: string) => ({ type: 'link', url, children: [text('b')] });
    expect(valueOf(editor)).toEqual([paragraph(text('a'), link('https://example.org'), text('c'))]);
    setLink(editor, '/about');
    expect(valueOf(editor)).toEqual([paragraph(text('a'), link('/about'), text('c'))]);
    removeLink(editor);
    expect(valueOf(editor)).toEqual([paragraph(text('abc'))]);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'https:alert(1)',
    '/\njavascript:alert(1)',
    'about',
    '',
    null,
    { toString: () => '/' },
  ])('refuses the address %j', (url) => {
    expect(isSafeUrl(url)).toBe(false);
    const editor = editorOf([paragraph(text('abc'))]);
    setLink(editor, url as string);
    expect(valueOf(editor)).toEqual([paragraph(text('abc'))]);
  });

  test.each([
    'https://example.org/a?b#c',
    'http://x',
    'mailto:maud@example.org',
    'tel:+49123',
    '/about',
    '#part',
    'ftp://x/y',
  ])('accepts the address %s', (url) => {
    expect(isSafeUrl(url)).toBe(true);
  });

  test.each([
    ['example.org', 'https://example.org'],
    ['example.org/a b', 'https://example.org/a b'],
    ['maud@example.org', 'mailto:maud@example.org'],
    [' https://example.org ', 'https://example.org'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['javascript:alert.org', 'javascript:alert.org'],
    ['hello', 'hello'],
    ['example.org:8080', 'https://example.org:8080'],
    ['example.org:8080/a?b#c', 'https://example.org:8080/a?b#c'],
    ['example.org:a', 'example.org:a'],
    ['//example.org/a', 'https://example.org/a'],
    ['/about', '/about'],
    ['#part', '#part'],
  ])('completes %j', (typed, url) => {
    expect(completeUrl(typed)).toBe(url);
  });
});

test('pasted nodes are cleaned of what the editor does not know and of unsafe links', () => {
  const pasted = [
    { type: 'script', children: [{ text: 'a' }] },
    { type: 'paragraph', children: [{ type: 'link', url: 'javascript:alert(1)', children: [{ text: 'b' }] }] },
    { type: 'paragraph', children: [{ type: 'link', url: '/c', children: [{ text: 'c' }] }] },
    { type: 'image', image: 'x', children: [] },
    { type: 'unknown', stored: { type: 'embed' }, children: [{ text: '' }] },
    7,
  ];
  const blocks = cleanPasted(pasted, [], new Lost());
  expect(blocks.map((node) => Node.string(node))).toEqual(['a', 'b', 'c', '']);
  const cleaned = JSON.stringify(blocks);
  expect(cleaned).toContain('"/c"');
  expect(cleaned).not.toMatch(/javascript|script|embed/u);
});

test('pasted nodes keep only keys that the editor writes', () => {
  const foreign = { onclick: 'x', deep: { er: 1 } };
  const pasted = [
    { ...foreign, type: 'heading', level: 2, children: [{ text: 'a', bold: true, italic: 'yes', ...foreign }] },
    { ...foreign, type: 'code', language: 'js', level: 2, children: [{ text: 'b' }] },
    { ...foreign, type: 'list', format: 'ordered', children: [{ ...foreign, type: 'list-item', children: [] }] },
    { ...foreign, type: 'image', image: { url: '/uploads/a.png', name: 'a', formats: { s: foreign }, ...foreign } },
  ];
  expect(cleanPasted(pasted, [], new Lost())).toEqual([
    { type: 'heading', level: 2, children: [{ text: 'a', bold: true }] },
    { type: 'code', language: 'js', children: [{ text: 'b' }] },
    { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [{ text: '' }] }] },
    {
      type: 'image',
      image: { url: '/uploads/a.png', name: 'a', formats: { s: { onclick: 'x' } } },
      children: [{ text: '' }],
    },
  ]);
});

test('pasted pictures of the site stay, others are uploaded, and the rest is counted as lost', () => {
  const image = (url: string) => ({ type: 'image', image: { url, name: 'a', alternativeText: 'b' } });
  const lost = new Lost();
  const paste = (url: string) => cleanPasted([image(url)], ['https://cdn.example.org'], lost);
  for (const url of ['/uploads/a.png', 'https://cdn.example.org/a.png']) expect(paste(url)).toMatchObject([image(url)]);
  for (const src of ['https://tracker.example.com/a.png', '//tracker.example.com/a.png', 'data:image/png;base64,AAAA'])
    expect(paste(src)).toEqual([{ type: 'pending', picture: { src, alt: 'b' }, children: [{ text: '' }] }]);
  for (const src of ['file:///a.png', 'javascript:alert(1)']) expect(paste(src)).toEqual([]);
  const inList = { type: 'list', format: 'ordered', children: [image('/uploads/a.png'), { text: 'c' }] };
  expect(cleanPasted([inList], [], lost).map((node) => Node.string(node))).toEqual(['c']);
  expect(lost.counts()).toEqual([['pictures', 3]]);
});

/** Inserts all pieces of a paste, each as it is. @returns how many times the page may work in between */
const insertAll = (editor: Editor, blocks: readonly BlockElement[]): number =>
  [...insertBlocks(editor, blocks, (piece) => piece)].length;

const levelsOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(levelsOf)) : 0;

test.each<[string, (inner: object) => object]>([
  ['lists', (inner) => ({ type: 'list', format: 'ordered', children: [inner] })],
  ['paragraphs', (inner) => ({ type: 'paragraph', children: [inner] })],
  ['unknown nodes', (inner) => ({ type: 'div', children: [inner] })],
])('20,000 pasted %s in one another become their text', (_, wrap) => {
  let fragment: object = { type: 'list-item', children: [{ text: 'deep' }] };
  for (let level = 0; level < 20_000; level += 1) fragment = wrap(fragment);
  const editor = editorOf([paragraph(text('first'))], { path: [0, 0], offset: 5 });
  insertAll(editor, cleanPasted([fragment], [], new Lost()));
  const value = JSON.stringify(valueOf(editor));
  expect(value).toContain('deep');
  // The API takes 32 levels; a component around the text needs some.
  expect(levelsOf(JSON.parse(value))).toBeLessThanOrEqual(28);
});

describe('blocks that are pasted', () => {
  const many = Array.from({ length: 150 }, (_, index) => paragraph(text(String(index))));

  test.each([
    ['at the end of a paragraph', 5, ['first', 'last']],
    ['inside of a paragraph', 2, ['fi', 'rst', 'last']],
  ])('and are many go %s, and the cursor and references move along', (_, offset, around) => {
    const editor = editorOf([paragraph(text('first')), paragraph(text('last'))], { path: [0, 0], offset });
    const last = Editor.pathRef(editor, [1]);
    insertAll(editor, readBlocks(many));
    const [before = '', ...after] = around;
    expect(editor.children.map((node) => Node.string(node))).toEqual([
      before,
      ...many.map((__, index) => String(index)),
      ...after,
    ]);
    expect(last.unref()).toEqual([editor.children.length - 1]);
    expect(Editor.above(editor)?.[1]).toEqual([after.length === 1 ? 150 : 151]);
  });

  test('and are very many go piece by piece to their place, wherever it is then', () => {
    const editor = editorOf([paragraph(text('first')), paragraph(text('last'))], { path: [0, 0], offset: 5 });
    const blocks = readBlocks(Array.from({ length: 50_000 }, (_, index) => paragraph(text(String(index)))));
    const pieces = insertBlocks(editor, blocks, (piece) => piece);
    pieces.next();
    const firstPiece = editor.children.length;
    expect(firstPiece).toBeLessThan(30_000);
    Transforms.insertNodes(editor, readBlocks([paragraph(text('meanwhile'))]), { at: [0] });
    expect([...pieces].length).toBeGreaterThan(0);
    expect(editor.children.map((node) => Node.string(node))).toEqual([
      ...['meanwhile', 'first'],
      ...blocks.map((_, index) => String(index)),
      'last',
    ]);
  });

  test('and are very many belong to no list at their beginning', () => {
    const list = { type: 'list', format: 'ordered', children: [item('a')] };
    const editor = editorOf([paragraph(text(''))], { path: [0, 0], offset: 0 });
    const blocks = readBlocks(Array.from({ length: 20_001 }, () => list));
    expect(insertAll(editor, blocks)).toBeGreaterThan(0);
    expect(valueOf(editor)).toHaveLength(20_001);
  });

  test('stay headings after a text', () => {
    const editor = editorOf([paragraph(text('first'))], { path: [0, 0], offset: 5 });
    const heading = { type: 'heading', level: 2, children: [text('a')] };
    insertAll(editor, readBlocks([heading, paragraph(text('b'))]));
    expect(valueOf(editor)).toEqual([paragraph(text('first')), heading, paragraph(text('b'))]);
  });

  test('and are many are made valid piece by piece', async () => {
    const items = cleanPasted(
      Array.from({ length: 150 }, () => item('a')),
      [],
      new Lost(),
    );
    const valid = await makeValid(items, () => Promise.resolve());
    expect(valid.map(({ type }) => type)).toEqual(Array.from({ length: 150 }, () => 'paragraph'));
  });
});

describe('the cursor in text that somebody else changed', () => {
  const one = paragraph(text('one'));
  const two = paragraph(text('two '), text('bold', { bold: true }));
  const three = paragraph(text('three'));
  const moved = (before: unknown, after: unknown, path: number[], offset: number) => {
    const point = movePoint(readBlocks(before), readBlocks(after), { path, offset });
    return point === undefined ? undefined : [point.path, point.offset];
  };
  const all = [one, two, three];

  test.each([
    ['a block was added above', [three, one, two, three], [[2, 1], 3]],
    ['a block was removed above', [two, three], [[0, 1], 3]],
    ['blocks were added above and below', [three, one, two, one, three, one], [[2, 1], 3]],
    ['a block above and one below changed', [list([item('one')]), two, one], [[1, 1], 3]],
    ['nothing changed', all, [[1, 1], 3]],
    [
      'a text was added before it',
      [one, paragraph(text('x'), text('y', { code: true }), ...two.children)],
      [[1, 3], 3],
    ],
    ['its text was added to', [one, paragraph(text('two '), text('a bold', { bold: true })), three], [[1, 1], 5]],
    [
      'a block was added above, and its own changed',
      [three, one, paragraph(text('two '), text('bald')), three],
      [[2, 1], 3],
    ],
    ['its block was removed', [one, three], [[1, 0], 0]],
    ['its block became another one', [one, list([item('other')]), three], [[1, 0, 0], 0]],
  ])('is at the same text if %s', (_, after, expected) => {
    expect(moved(all, after, [1, 1], 3)).toEqual(expected);
  });

  test('stays in its item of a list', () => {
    const items = [list([item('one'), item('two')])];
    expect(moved(items, [one, list([item('new'), item('one'), item('two')])], [0, 1, 0], 2)).toEqual([[1, 2, 0], 2]);
  });

  test('has no place if its block was the last one, and was removed', () => {
    expect(moved(all, [one, two], [2, 0], 1)).toBeUndefined();
  });

  test('is found in a long text that was replaced as a whole', () => {
    const many = (word: string) => Array.from({ length: 6_000 }, (_, index) => paragraph(text(`${word} ${index}`)));
    expect(moved(many('old'), many('new'), [3_000, 0], 1)).toEqual([[3_000, 0], 1]);
  });
});
