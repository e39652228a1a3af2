// Markdown and blocks as text, and the texts of documents.
import { describe, expect, it } from 'vitest';
import { maxDistinctWords } from '../../../lib/search/text/documentTexts.ts';
import { documentTexts, plainTexts } from '../../../lib/search/text/index.ts';
import { buildSchema, typeOf } from '../../../lib/schema/index.ts';

const files = {
  'article.json': JSON.stringify({
    info: { singularName: 'article', pluralName: 'articles' },
    options: { search: { title: 10, form: 2, body: 3, story: 3, seo: 1, parts: 1 } },
    attributes: {
      title: { type: 'string' },
      form: { type: 'enumeration', enum: ['long essay'] },
      body: { type: 'richtext' },
      story: { type: 'blocks' },
      seo: { type: 'component', component: 'shared.seo', repeatable: true },
      parts: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
      other: { type: 'string' },
    },
  }),
  'components/shared/seo.json': JSON.stringify({
    info: {},
    options: { privateAttributes: ['internal'] },
    attributes: {
      title: { type: 'string' },
      notes: { type: 'text', private: true },
      internal: { type: 'text' },
      tracking: { type: 'string', searchable: false },
      layout: { type: 'enumeration', enum: ['left'] },
      count: { type: 'integer' },
      extra: { type: 'json' },
      picture: { type: 'media' },
      quote: { type: 'component', component: 'shared.quote' },
    },
  }),
  'components/shared/quote.json': JSON.stringify({
    info: {},
    attributes: { text: { type: 'richtext' }, secret: { type: 'password' } },
  }),
};
const { schema } = buildSchema(files);
if (schema === undefined) throw new Error('the schema has faults');
const type = typeOf(schema, 'api::article.article');

const textOf = (name: string, value: unknown): string | undefined =>
  plainTexts(type, { [name]: value }, schema, 1_000).find(({ attribute }) => attribute === name)?.text;

describe('Markdown', () => {
  it.each([
    ['# A title #\n\nand text', 'A title\nand text'],
    ['A title\n=====\nAnother\n---\n\n***\n', 'A title\nAnother'],
    ['some **bold**, *slanted*, __strong__, ~~gone~~ and `code`', 'some bold, slanted, strong, gone and code'],
    ['wo**rd** snake_case _slanted_', 'word snake_case slanted'],
    ['a [link *here*](https://example.com/a_(b) "title") and [one][name]', 'a link here and one'],
    ['![a picture](a.png) [![of a house](a.png)](https://example.com)', 'a picture of a house'],
    ['[name]: https://example.com "secret"\ntext', 'text'],
    ['text[^1] [sic]\n\n[^1]: a note', 'text [sic]\na note'],
    ['see https://example.com/a?b and <https://example.com>.', 'see   and  .'],
    ['- one\n  * two\n1. three\n2) four\n- [ ] five\n- [x] six', 'one\ntwo\nthree\nfour\nfive\nsix'],
    ['> a quote\n> > ## in another', 'a quote\nin another'],
    ['| a | b |\n| --- | :-: |\n| c | d |', 'a   b\nc   d'],
    ['```js\nlet a = 1;\n```\n~~~\nb\n~~~', 'let a = 1;\nb'],
    ['\\*not slanted\\* 3 < 4 > 2', '*not slanted* 3 < 4 > 2'],
    ['<p class="a">a<b>b</b>c<br>d</p><!-- hidden -->', 'abc d'],
    ['<style>p { color: red }</style><script>alert(1)</script>text', 'text'],
    ['<a href="https://example.com" onclick="x">a link</a>', 'a link'],
    ['a &amp; b &lt;c&gt; &#233; &#xE9; &nbsp;d &unknown; &#0; &#9999999;', 'a & b <c> é é  d &unknown;'],
    ['', undefined],
    ['---', undefined],
  ])('%j is %j', (markdown, text) => {
    expect(textOf('body', markdown)).toBe(text);
  });

  it.each([
    '[',
    '![[',
    '[a](',
    '<a ',
    '<script>',
    ' \t',
    '`',
    '_',
    'a_',
    '&#',
    '\n> ',
    '> ',
    '-',
    ' #',
    '\\',
    '[^',
    'x]((',
  ])('of %j many times takes little time', (part) => {
    const before = process.cpuUsage();
    textOf('body', `# ${part.repeat(100_000)}x`);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('blocks', () => {
  const text = (value: string, more: object = {}) => ({ type: 'text', text: value, ...more });
  const paragraph = (...children: readonly object[]) => ({ type: 'paragraph', children });
  const item = (...children: readonly object[]) => ({ type: 'list-item', children });
  it.each([
    [[paragraph(text('a'), text('b', { bold: true }), text(' c'))], 'ab c'],
    [
      [
        { type: 'heading', level: 1, children: [text('a')] },
        { type: 'quote', children: [text('b')] },
      ],
      'a\nb',
    ],
    [[paragraph(text('a '), { type: 'link', url: 'https://example.com', children: [text('link')] })], 'a link'],
    [[{ type: 'code', children: [text('let a\nlet b')] }], 'let a\nlet b'],
    [
      [
        {
          type: 'list',
          children: [item(text('a')), item(text('b'), { type: 'list', children: [item(text('c'))] })],
        },
      ],
      'a\nb\nc',
    ],
    [
      [{ type: 'list', children: [item(text('a')), { type: 'list', children: [item(text('b'))] }, item(text('c'))] }],
      'a\nb\nc',
    ],
    [
      [{ type: 'image', image: { name: 'a.png', alternativeText: 'a house', url: '/a.png' }, children: [text('')] }],
      'a house',
    ],
    [[{ type: 'image', image: { name: 'a.png', alternativeText: null }, children: [text('')] }], undefined],
    [['text', null, 3, { type: 'paragraph' }], undefined],
    ['text', undefined],
    [null, undefined],
  ])('%j', (blocks, plain) => {
    expect(textOf('story', blocks)).toBe(plain);
  });
});

describe('the texts of a document', () => {
  const version = {
    ...{ id: 1, createdAt: new Date(0), title: 'Das Häuschen', form: 'long essay', other: 'not searched' },
    body: '# Eine *Frage*',
    story: [{ type: 'paragraph', children: [{ type: 'text', text: 'Antwort' }] }],
    seo: [
      {
        ...{ id: 3, title: 'erste', notes: 'private', internal: 'private', tracking: 'not searched', layout: 'left' },
        ...{
          count: 7,
          extra: { title: 'json' },
          picture: { to: 'file', at: 1 },
          quote: { text: '*innen*', secret: 'hash' },
        },
      },
      ...[{ id: 4, title: null }, null, 'text'],
      { id: 5, title: 'zweite' },
    ],
    parts: [
      { id: 6, __component: 'shared.quote', text: '> Zitat' },
      { id: 7, __component: 'shared.gone', text: 'gone' },
      { id: 8, __component: 'shared.seo', title: 'Teil' },
    ],
  };

  it('are those of the searched attributes, with all components and without private attributes', () => {
    expect(plainTexts(type, version, schema, 1_000)).toEqual([
      { attribute: 'title', weight: 10, text: 'Das Häuschen' },
      { attribute: 'form', weight: 2, text: 'long essay' },
      { attribute: 'body', weight: 3, text: 'Eine Frage' },
      { attribute: 'story', weight: 3, text: 'Antwort' },
      { attribute: 'seo', weight: 1, text: 'erste\ninnen\nzweite' },
      { attribute: 'parts', weight: 1, text: 'Zitat\nTeil' },
    ]);
  });

  it('end after a number of characters', () => {
    expect(plainTexts(type, version, schema, 25).map(({ text }) => text)).toEqual([
      'Das Häuschen',
      'long essay',
      'E',
      'An',
    ]);
    const long = {
      // It ends with a whole word, because spaces at the end do not count.
      body: 'ab '.repeat(400_000),
      story: [{ type: 'paragraph', children: [{ text: 'Antwort' }] }],
    };
    expect(documentTexts(type, long, schema, 'de').map(({ words }) => words.length)).toEqual([166_667]);
  });

  it('end where a document has too many different words: those of heavier attributes are first', () => {
    const numbered = (letter: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, number) => `${letter}${number}`);
    const words = [...numbered('a', 15_000), ...numbered('b', 5_000)];
    const long = {
      title: numbered('a', 10).join(' '),
      form: [...numbered('c', 10_000), 'last'].join(' '),
      body: [...words, ...numbered('b', 100)].join(' '),
    };
    const texts = documentTexts(type, long, schema, 'de');
    expect(texts.map(({ weight, words: { length } }) => [weight, length])).toEqual([
      [10, 10],
      [3, 20_100],
    ]);
    expect(new Set(texts.flatMap((text) => text.words)).size).toBe(maxDistinctWords);
    const other = documentTexts(type, { ...long, body: words.slice(0, 12_000).join(' ') }, schema, 'de');
    expect(other.map(({ weight, words: { length } }) => [weight, length])).toEqual([
      [10, 10],
      [3, 12_000],
      [2, 8_000],
    ]);
  });
});
