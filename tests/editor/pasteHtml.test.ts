// HTML of other programs, and Markdown, as they are pasted: what they become in Markdown and in blocks.
import { readFile } from 'node:fs/promises';
import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { describe, expect, it } from 'vitest';
import type { BlockElement, RichText } from '../../editor/src/fields/BlocksField/model/types.ts';
import { markdownToBlocks, rootToBlocks, rootToMarkdown } from '../../editor/src/fields/paste/convert.ts';
import { isMarkdown } from '../../editor/src/fields/paste/clipboard.ts';
import { Lost } from '../../editor/src/fields/paste/lost.ts';
import { isAddress } from '../../editor/src/fields/links/safeUrl.ts';
import { readMarkdown } from '../../editor/src/fields/paste/readMarkdown.ts';
import { withoutStyles } from '../../editor/src/fields/paste/withoutStyles.ts';

const pause = () => Promise.resolve();

const writeInline = (node: BlockElement | RichText): string => {
  if ('type' in node) return `<${node.url}>(${node.children.map(writeInline).join('')})`;
  const { text: value, ...marks } = node;
  const names = Object.keys(marks).join(' ');
  const text = value.replaceAll('\n', '⏎');
  return names === '' ? text : `{${names}: ${text}}`;
};

/** Blocks as one line for each, to be read and compared. */
const writeBlock = (block: BlockElement, indent = ''): string => {
  const { type, level = '', format = '', indentLevel = '', language = '', picture, children } = block;
  const head = `${indent}${[type, level, format, indentLevel, language].filter((part) => part !== '').join(' ')}: `;
  if (picture !== undefined) return `${head}${picture.src.slice(0, 60)} “${picture.alt}”`;
  if (type !== 'list') return head + children.map(writeInline).join('');
  return [head.trimEnd(), ...children.map((child) => writeBlock(child as BlockElement, `${indent}  `))].join('\n');
};

const writeBlocks = (blocks: readonly BlockElement[]): string => blocks.map((block) => writeBlock(block)).join('\n');

const read = async (root: Root) => {
  const [inMarkdown, inBlocks] = [new Lost(), new Lost()];
  const markdown = await rootToMarkdown(root, { lost: inMarkdown, pause });
  const blocks = await rootToBlocks(root, { lost: inBlocks, pause });
  return { markdown, blocks, lost: { markdown: inMarkdown.counts(), blocks: inBlocks.counts() } };
};

const readText = async (html: string): Promise<string> => (await read(fromHtml(html))).markdown.text;

const blocksOf = async (text: string, lost = new Lost()): Promise<string> =>
  writeBlocks(await markdownToBlocks(text, { lost, pause }));

it.each(['word', 'googleDocs', 'libreOffice', 'notion', 'webPage'])('what is copied in %s', async (name) => {
  const { markdown, blocks, lost } = await read(fromHtml(await readFile(`tests/editor/paste/${name}.html`, 'utf8')));
  const pictures = markdown.pictures.map(({ offset, picture }) => `${offset}: ${picture.src.slice(0, 60)}`);
  const parts = [
    ...['# Markdown', markdown.text, '# Pictures of Markdown', ...pictures, '# Blocks', writeBlocks(blocks)],
    ...['# Lost', JSON.stringify(lost), ''],
  ];
  await expect(parts.join('\n\n')).toMatchFileSnapshot(`paste/${name}.txt`);
});

describe('HTML that the browser parses', () => {
  it.each([
    ['<p style="a" class=b>', '<p data-style="a" class=b>'],
    ["<p title='a > b' STYLE='c'>", "<p title='a > b' data-style='c'>"],
    ['<p style=a onclick="b()">style="c"', '<p data-style=a data-onclick="b()">style="c"'],
    ['a < b style=c', 'a < b style=c'],
    ['<head><style>p { a: "</p>" }</style></head><p>', '<head></style></head><p>'],
    ['<p>a<style>b', '<p>a'],
    // A letter that becomes two in lower case.
    [`${'İ'.repeat(9)}<STYLE>a</style><p>b`, `${'İ'.repeat(9)}</style><p>b`],
  ])('has no styles and handlers: %s', (html, expected) => {
    expect([...withoutStyles(html)].join('')).toBe(expected);
  });

  it.each(['<a', '<style>', '<a "', "<a '", '<'])('may have a million times %s', (part) => {
    expect([...withoutStyles(part.repeat(1_000_000))].join('').length).toBeLessThanOrEqual(part.length * 1_000_000);
  });
});

describe('HTML', () => {
  it.each([
    ['white space out of marks', '<p><b>bold </b>and<i> italic</i></p>', '**bold** and _italic_'],
    ['pieces of one mark together', '<p><b>o</b><b>ak</b> <b>gall</b></p>', '**oak gall**'],
    ['a list in a list to the item before it', '<ul><li>a</li><ol><li>b</li></ol></ul>', '- a\n  1. b'],
    ['text between blocks as paragraphs', 'a<h2>b</h2>c<br><br>d', 'a\n\n## b\n\nc\n\nd'],
    ['a mark around blocks', '<b><p>a</p><ul><li>b</li></ul></b>', '**a**\n\n- b'],
    ['a table of one cell as its content', '<table><tr><td><h2>a</h2><p>b</p></td></tr></table>', '## a\n\nb'],
    [
      'no headings where nothing marks them',
      '<table><tr><td>a</td><td>b</td></tr></table>',
      '| | |\n| - | - |\n| a | b |',
    ],
    [
      'a bold first row as headings',
      '<table><tr><td><b>a</b></td><td><p style="font-weight:700">b</p></td></tr><tr><td>c</td><td>d</td></tr></table>',
      '| **a** | **b** |\n| - | - |\n| c | d |',
    ],
    [
      'the names of rows as text',
      '<table><tr><th>a</th><td>b</td></tr><tr><th>c</th><td>d</td></tr></table>',
      '| | |\n| - | - |\n| a | b |\n| c | d |',
    ],
    ['a head of a table', '<table><thead><tr><td>a</td><td>b</td></tr></thead></table>', '| a | b |\n| - | - |'],
    ['a number that a list begins with', '<ol start="4"><li>a</li></ol>', '4. a'],
    ['signs of Markdown as text', '<p># a *b* [c](d)</p>', '\\# a \\*b\\* \\[c]\\(d)'],
    [
      'the headings of the editor’s own blocks',
      '<div data-slate-node="element" data-level="2"><span>a</span></div>',
      '## a',
    ],
    ['nothing of what is hidden', '<p>a</p><p style="display: none">b</p><div style="mso-hide:all">c</div>', 'a'],
    ['nothing of an empty page', '<meta charset="utf-8"><p>&nbsp;</p><br>', ''],
  ])('keeps %s', async (_, html, expected) => {
    expect(await readText(html)).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java&#10;script:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
  ])('keeps no link to %s', async (href) => {
    const { markdown, blocks } = await read(fromHtml(`<p><a href="${href}" onclick="alert(1)">here</a></p>`));
    expect(markdown.text).toBe('here');
    expect(writeBlocks(blocks)).toBe('paragraph: here');
  });

  it.each([
    ['<b>red </b>', '**red** ', 'paragraph: {bold: red} '],
    ['<meta charset="utf-8">\n<span> deep red</span>\n', ' deep red', 'paragraph:  deep red'],
    ['<p> red </p>', 'red', 'paragraph: red'],
    ['\n red<h2>a </h2>', 'red\n\n## a', 'paragraph: red\nheading 2: a'],
  ])('keeps the blanks around a part of a sentence: %s', async (html, inMarkdown, inBlocks) => {
    const { markdown, blocks } = await read(fromHtml(html, { fragment: true }));
    expect(markdown.text).toBe(inMarkdown);
    expect(writeBlocks(blocks)).toBe(inBlocks);
  });

  it.each([
    ['<dl class="MsoQuote"><pre>ink</pre></dl>', 'quote: {code: ink}'],
    ['<kbd><p></p>ink</kbd>', 'paragraph: {code: ink}'],
    ['<menu><li>ink</li></menu>', 'list unordered:\n  list-item: ink'],
  ])('keeps in blocks what pages rarely have: %s', async (html, expected) => {
    expect(writeBlocks((await read(fromHtml(html))).blocks)).toBe(expected);
  });

  it('is cleaned in elements with the names of what all objects have', async () => {
    const { markdown, blocks } = await read(
      fromHtml('<constructor constructor="x"><a href="javascript:alert(1)">a</a><script>b</script></constructor>'),
    );
    expect([markdown.text, writeBlocks(blocks)]).toEqual(['a', 'paragraph: a']);
  });

  it('takes the signs for pictures out of texts', async () => {
    expect((await read(fromHtml('<p>\ufdd00\ufdd1a</p>'))).markdown).toEqual({ text: '0a', pictures: [] });
  });

  it('says of a column that spans a million others only that it is merged', async () => {
    const html = '<table><tr><td colspan="1000000" rowspan="1000000">a</td><td>b</td></tr><tr><td>c</td></tr></table>';
    const { markdown, lost } = await read(fromHtml(html));
    expect(markdown.text.length).toBeLessThan(2_000);
    expect(lost.markdown).toEqual([['mergedCells', 1]]);
  });
});

describe('Markdown in blocks', () => {
  it('becomes headings, lists, quotes, code, links and pictures', async () => {
    const lost = new Lost();
    const text = [
      ...['# Ink', 'Oak **gall** and `soot`, see [it][1]\nand ~~this~~.', '- a\n  1. b', '> c\n> d'],
      ...[
        '```js\nboil()\n\nstir()\n```',
        '![Gall](https://pictures.example/gall.jpg)',
        '| a | b |\n| - | - |\n| c | d |',
      ],
      ...['- [x] done', '---', '<b>html</b>', '[1]: https://example.org/'],
    ].join('\n\n');
    expect(await blocksOf(text, lost)).toBe(
      [
        'heading 1: Ink',
        'paragraph: Oak {bold: gall} and {code: soot}, see <https://example.org/>(it) and {strikethrough: this}.',
        'list unordered:\n  list-item: a\n  list ordered 1:\n    list-item: b',
        'quote: c d',
        'code js: boil()\n\nstir()',
        'pending: https://pictures.example/gall.jpg “Gall”',
        'paragraph: {bold: a} | {bold: b}\nparagraph: c | d',
        'list unordered:\n  list-item: ☑ done',
        'paragraph: <b>html</b>',
      ]
        .join('\n')
        .replace('boil()\n\nstir()', 'boil()⏎⏎stir()'),
    );
    expect(lost.counts()).toEqual([
      ['tables', 1],
      ['lines', 1],
    ]);
  });

  it('has no link to a script', async () => {
    expect(await blocksOf('[here](javascript:alert(1)) **now**')).toBe('paragraph: here {bold: now}');
  });

  it('knows addresses that are named in another piece of a long text', async () => {
    const text = `[a][x]\n\n${'Word. '.repeat(2_000)}\n\n[b][x]\n\n[x]: https://example.org/`;
    const blocks = (await blocksOf(text)).split('\n');
    expect([blocks.at(0), blocks.at(-1)]).toEqual([
      'paragraph: <https://example.org/>(a)',
      'paragraph: <https://example.org/>(b)',
    ]);
  });

  it('does not divide code at its empty lines', async () => {
    const code = Array.from({ length: 2_000 }, (_, index) => `line ${index}\n`).join('\n');
    expect((await blocksOf(`\`\`\`\n${code}\n\`\`\`\n\nafter`)).split('\n')).toHaveLength(2);
  });

  it.each([
    ['# a', true],
    ['a\n\n- b', true],
    ['see [a](https://example.org/)', true],
    ['| a |\n| - |', true],
    ['a * b * c', false],
    ['It costs 3. Or 4.', false],
    ['#hashtag', false],
  ])('differs from other text: %s', (text, expected) => {
    expect(isMarkdown(text)).toBe(expected);
  });

  it.each(['> ', '- ', '1. ', '>', '*_'])('is not text with 10,000 times "%s"', (sign) => {
    expect(isMarkdown(`# a\n${sign.repeat(10_000)}b`)).toBe(false);
  });
});

it('pasted Markdown has each footnote once, also if it is long', async () => {
  const text = [
    'A note[^1] and [a link][one].',
    '[^1]: The note.',
    '[one]: https://example.org',
    ...Array.from({ length: 9 }, () => 'word '.repeat(900)),
  ];
  const nodes = await readMarkdown(text.join('\n\n'), () => Promise.resolve());
  expect(nodes.filter(({ type }) => type === 'footnoteDefinition')).toHaveLength(1);
});

it.each([
  ['https://example.org/a?b', true],
  ['mailto:maud@example.org', true],
  ['https://example.org/b and more', false],
  ['example', false],
])('an address that is pasted over selected text is the whole text: %s', (text, expected) => {
  expect(isAddress(text)).toBe(expected);
});
