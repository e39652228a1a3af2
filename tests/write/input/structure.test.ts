// The keys, components, dynamic zones and blocks of a body.
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/errors.ts';
import { checkInput, withDefaults } from '../../../lib/write/input/index.ts';
import { component, media, morph, relation, repeatable, scalar, schemaOf, type, zone } from './model.ts';

const thing = type('api::thing.thing', {
  str: scalar('string'),
  withDefault: scalar('integer', { default: '3' }),
  js: scalar('json'),
  blk: scalar('blocks'),
  seo: component('shared.seo'),
  seoRequired: component('shared.seo', { required: true }),
  quotes: repeatable('shared.quote'),
  outer: component('deep.outer'),
  outers: repeatable('deep.outer', { min: 1, max: 2 }),
  needed: repeatable('shared.other', { required: true, min: 1 }),
  body: zone(['shared.quote', 'shared.seo', 'deep.outer']),
  few: zone(['shared.quote'], { min: 2, max: 2 }),
  defaults: component('deep.defaults'),
  one: relation(false),
  morphs: morph(true),
  pic: media(false),
});
const schema = schemaOf(thing);

const thrownBy = (data: unknown): ApiError => {
  try {
    checkInput(schema, thing, data);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

const quote = { __component: 'shared.quote', title: 'a' };

describe('refuses an unknown key, with its path:', () => {
  it.each<[data: string, key: string, path: string | null]>([
    ['{"nope":1}', 'nope', null],
    ['{"id":1}', 'id', null],
    ['{"documentId":"a"}', 'documentId', null],
    ['{"createdAt":"a"}', 'createdAt', null],
    ['{"updatedAt":"a"}', 'updatedAt', null],
    ['{"createdBy":1}', 'createdBy', null],
    ['{"updatedBy":1}', 'updatedBy', null],
    ['{"localizations":[]}', 'localizations', null],
    ['{"constructor":1}', 'constructor', null],
    ['{"toString":1}', 'toString', null],
    ['{"hasOwnProperty":1}', 'hasOwnProperty', null],
    ['{"$set":1}', '$set', null],
    ['{"_id":1}', '_id', null],
    ['{"":1}', '', null],
    ['{"__component":"shared.seo"}', '__component', null],
    ['{"str":5,"seo":{"metaTitle":4,"nope":1}}', 'nope', 'seo'],
    ['{"seo":{"__component":"shared.seo"}}', '__component', 'seo'],
    ['{"seo":{"documentId":"a"}}', 'documentId', 'seo'],
    ['{"seo":{"locale":"en"}}', 'locale', 'seo'],
    ['{"seo":{"id":1,"nope":1}}', 'nope', 'seo'],
    ['{"quotes":[{"title":"a"},{"nope":1}]}', 'nope', 'quotes'],
    ['{"outer":{"inner":{"nope":1}}}', 'nope', 'outer.inner'],
    ['{"outers":[{"inners":[{"nope":1}]}]}', 'nope', 'outers.inners'],
    ['{"body":[{"__component":"shared.quote","nope":1}]}', 'nope', 'body'],
    ['{"body":[{"__component":"deep.outer","inners":[{"nope":1}]}]}', 'nope', 'body.inners'],
    ['{"body":[{"__component":"shared.other","nope":1}]}', 'nope', 'body'],
    ['{"one":{"foo":1}}', 'foo', 'one'],
    ['{"quotes":[{"tag":{"foo":1}}]}', 'foo', 'quotes.tag'],
  ])('%s', (data, key, path) => {
    const error = thrownBy(JSON.parse(data));
    expect(error).toMatchObject({ status: 400, name: 'ValidationError', details: { key, path, source: 'body' } });
    expect(error.message).toBe(`Invalid key ${key}${path === null ? '' : ` at ${path}`}`);
  });

  it('ignores publishedAt and locale', () => {
    expect(checkInput(schema, thing, { publishedAt: { a: 1 }, locale: ['x'] })).toEqual({
      input: new Map(),
      errors: [],
    });
  });
});

describe('refuses an invalid body at once:', () => {
  it.each<[what: string, data: unknown, message: string]>([
    ['nothing', undefined, 'Missing "data" payload in the request body'],
    ['null', null, 'Missing "data" payload in the request body'],
    ['a text', 'a', 'Missing "data" payload in the request body'],
    ['a list', [], 'data must be an object'],
    ['a key __proto__', JSON.parse('{"js":[{"__proto__":{"a":1}}]}'), 'Object contains forbidden prototype property'],
    ['a number that is not finite', { js: [-Infinity] }, 'The number is too large to store'],
    ['a key _bsontype', { js: [{ _bsontype: 'Long' }] }, 'Objects must not have the key _bsontype'],
    ['an object that looks like a DBRef', { js: { $ref: 'a.b', $id: 1 } }, 'An object must not have both $ref and $id'],
    ['a NUL in a key', { js: { 'a\0': 1 } }, 'Keys must not contain the character U+0000'],
    ['half of a surrogate pair in a key', { js: { 'a\ud800': 1 } }, 'Keys must not contain half of a surrogate pair'],
    ['half of a surrogate pair in a text', { str: 'a\udc00' }, 'Text must not contain half of a surrogate pair'],
    ['a NUL in a text', { str: 'a\0' }, 'Text must not contain the character U+0000'],
  ])('%s', (_what, data, message) => {
    expect(thrownBy(data)).toMatchObject({ status: 400, name: 'ValidationError', message });
  });

  it.each<[data: object, path: string]>([
    [{ js: [0, { a: Infinity }] }, 'js.1.a'],
    [{ js: { a: [{ b: '\0' }] } }, 'js.a.0.b'],
    [{ js: { a: { 'b\0': 1 } } }, 'js.a.b\0'],
    [{ js: [{ _bsontype: 'Long' }] }, 'js.0'],
    [{ outer: { again: { label: Infinity } } }, 'outer.again.label'],
  ])('names the path of the fault: %j', (data, path) => {
    const { errors } = thrownBy(data).details as { errors: { path: string[] }[] };
    expect(errors.map((error) => error.path.join('.'))).toEqual([path]);
  });

  const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

  it('accepts 32 levels, of which data is the first, and refuses 33', () => {
    expect(checkInput(schema, thing, { js: nested(31) }).errors).toEqual([]);
    expect(thrownBy({ js: nested(32) })).toMatchObject({ status: 400, message: 'The body is nested over 32 levels' });
  });

  it('refuses a hundred thousand levels without a stack overflow', () => {
    expect(thrownBy({ outer: nested(100_000) }).status).toBe(400);
  });
});

it('components with an id have it beside their values; inside a component without one, all are new', () => {
  const inners = [{ name: 'a', id: 'x' }];
  const data = { seo: { id: 1, metaTitle: 'a' }, outers: [{ id: 2, inners }], outer: { inners } };
  const { errors, input } = checkInput(schema, thing, data);
  expect(errors).toEqual([]);
  expect([input.get('seo'), input.get('outers'), input.get('outer')]).toMatchObject([
    { value: { id: 1 } },
    {
      value: [
        {
          id: 2,
          values: new Map([['inners', expect.objectContaining({ value: [expect.objectContaining({ id: 'x' })] })]]),
        },
      ],
    },
    {
      value: {
        values: new Map([['inners', expect.objectContaining({ value: [expect.not.objectContaining({ id: 'x' })] })]]),
      },
    },
  ]);
  expect(input.get('outer')).not.toHaveProperty('value.id');
});

const wrong = (kind: string, value: string) => `must be a \`${kind}\` type, but the final value was: ${value}.`;
const entry = (value: string) => wrong('object', `\`null\` (cast from the value \`${value}\`)`);

it.each<[data: Record<string, unknown>, ...faults: string[]]>([
  [{ seo: 5 }, `seo: seo ${wrong('object', '`5`')}`],
  [{ seo: [] }, `seo: seo ${wrong('object', '`[]`')}`],
  [{ quotes: null }, `quotes: quotes ${wrong('array', '`null`')}`],
  [{ quotes: {} }, `quotes: quotes ${wrong('array', '`{}`')}`],
  [{ quotes: [null, 5] }, `quotes.0: quotes[0] ${wrong('object', '`null`')}`, `quotes.1: quotes[1] ${entry('5')}`],
  [{ quotes: [{ title: 4 }] }, `quotes.0.title: quotes[0].title ${wrong('string', '`4`')}`],
  [{ body: null }, `body: body ${wrong('array', '`null`')}`],
  [{ body: ['a'] }, `body.0: body[0] ${entry('"a"')}`],
  [{ body: [{ title: 'a' }] }, 'body.0.__component: body[0].__component is a required field'],
  [
    { body: [{ __component: 'shared.nope' }] },
    'body.0.__component: body[0].__component must be one of the following values: shared.quote, shared.seo, deep.outer',
  ],
  [
    { body: [quote, { __component: 'shared.other', x: 'a' }] },
    'body.1.__component: body[1].__component must be one of the following values: shared.quote, shared.seo, deep.outer',
  ],
  [
    { few: [{ __component: 'constructor' }] },
    'few.0.__component: few[0].__component must be one of the following values: shared.quote',
  ],
  [{ few: [quote, { ...quote, title: 4 }] }, `few.1.title: few[1].title ${wrong('string', '`4`')}`],
  [
    { outers: [{ inners: [{ size: 9 }] }] },
    'outers.0.inners.0.size: outers[0].inners[0].size must be less than or equal to 5',
  ],
  [
    { seo: { metaTitle: 4, metaDescription: 'a'.repeat(21), n: 'x' }, str: 5 },
    `str: str ${wrong('string', '`5`')}`,
    `seo.metaTitle: seo.metaTitle ${wrong('string', '`4`')}`,
    'seo.metaDescription: seo.metaDescription must be at most 20 characters',
    `seo.n: seo.n ${wrong('number', '`NaN` (cast from the value `"x"`)')}`,
  ],
])('refuses a component or zone of the wrong form, also in a draft: %j', (data, ...faults) => {
  const { errors } = checkInput(schema, thing, data, 'draft');
  expect(errors.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(faults);
});

describe('accepts an incomplete component or zone in a draft, but not for publishing:', () => {
  it.each<[data: Record<string, unknown>, ...faults: string[]]>([
    [{ seo: {} }, 'seo.metaTitle: seo.metaTitle must be defined.'],
    [{ seo: { metaTitle: null } }, `seo.metaTitle: seo.metaTitle ${wrong('string', '`null`')}`],
    [{ seoRequired: null }, `seoRequired: seoRequired ${wrong('object', '`null`')}`],
    [
      { quotes: [{ title: 'a' }, { body: 'a' }] },
      'quotes.1.title: quotes[1].title must be defined.',
      'quotes.1.body: quotes[1].body must be at least 3 characters',
    ],
    [{ outers: [{}, {}, {}] }, 'outers: outers field must have less than or equal to 2 items'],
    [{ needed: [] }, 'needed: needed field must have at least 1 items'],
    [{ few: [quote] }, 'few: few field must have at least 2 items'],
    [{ few: [quote, { __component: 'shared.quote' }] }, 'few.1.title: few[1].title must be defined.'],
    [{ outer: { inner: {} } }, 'outer.inner.name: outer.inner.name must be defined.'],
  ])('%j', (data, ...faults) => {
    expect(checkInput(schema, thing, data, 'draft').errors).toEqual([]);
    const { errors } = checkInput(schema, thing, data);
    expect(errors.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(faults);
  });

  it('accepts an empty list that is not required', () => {
    expect(checkInput(schema, thing, { outers: [], few: [], quotes: [], seo: null }).errors).toEqual([]);
  });
});

const scalarOf = (value: unknown) => ({ kind: 'scalar', value });

describe('valid input', () => {
  it('is kept while faulty attributes are left out', () => {
    const { input } = checkInput(schema, thing, { str: 'a', seo: { metaTitle: 5 }, one: true, quotes: [] });
    expect([...input.keys()]).toEqual(['str', 'quotes']);
  });

  it('has the defaults of each component in the body; null stays null', () => {
    const { input } = checkInput(schema, thing, { defaults: { a: null } });
    const values = new Map([
      ['a', scalarOf(null)],
      ['at', scalarOf(new Date('2024-01-02T00:00:00Z'))],
    ]);
    expect(input).toEqual(new Map([['defaults', { kind: 'component', value: { uid: 'deep.defaults', values } }]]));
  });

  it("has the type's own defaults in a create, and no other components", () => {
    const created = (data: object) => withDefaults(schema, thing.attributes, checkInput(schema, thing, data).input);
    expect(created({})).toEqual(new Map([['withDefault', scalarOf(3)]]));
    expect(created({ withDefault: null })).toEqual(new Map([['withDefault', scalarOf(null)]]));
  });
});

const text = (value: unknown = 'a', more: object = {}) => ({ type: 'text', text: value, ...more });
const link = (url: unknown, children: unknown = [text()]) => ({ type: 'link', url, children });
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children });
const picture = {
  ...{ name: 'a', url: '/uploads/a.png', width: 1, height: 1.5, hash: 'h', ext: '.png', mime: 'image/png', size: 1 },
  ...{ provider: 'local', createdAt: '2024-01-01', updatedAt: '2024-01-01', caption: null, formats: {} },
};
const list = (format: unknown, ...children: unknown[]) => ({ type: 'list', format, children });
const item = (...children: unknown[]) => ({ type: 'list-item', children });

describe('blocks', () => {
  it.each<[blocks: unknown]>([
    [null],
    [[]],
    [[paragraph(text('', { bold: true, code: false, other: 1 })), { ...paragraph(text()), other: 1 }]],
    [[paragraph(link('https://a.b/c?d#e'), link('HTTP://a'), link('ftp://a.b'), link('//a.b'), link('/a b'))]],
    [[paragraph(link('mailto:a@b.c?subject=a b'), link('tel:123', []))]],
    [[{ type: 'heading', level: 6, children: [text()] }]],
    [[{ type: 'quote', children: [text(), link('/a')] }]],
    [[{ type: 'code', language: 'js', children: [text()] }]],
    [[list('ordered', item(text()), list('unordered', item(), item(link('/a'))))]],
    [[{ type: 'image', image: picture, children: [text('')] }]],
  ])('accept %j', (blocks) => {
    expect(checkInput(schema, thing, { blk: blocks }).errors).toEqual([]);
  });

  it.each<[sent: unknown, stored: unknown]>([
    [[{ type: 'heading', level: '2', children: [text()] }], [{ type: 'heading', level: 2, children: [text()] }]],
    [
      [paragraph(text(5, { bold: 'true', italic: 'False', underline: 1, code: '0' }))],
      [paragraph(text('5', { bold: true, italic: false, underline: true, code: false }))],
    ],
    [[paragraph(link('/a', [text(true, { bold: 'true' })]))], [paragraph(link('/a', [text('true', { bold: true })]))]],
    [[list('ordered', list('ordered', item(text(1))))], [list('ordered', list('ordered', item(text('1'))))]],
    [[{ type: 'code', language: 5, children: [text(5)] }], [{ type: 'code', language: '5', children: [text('5')] }]],
    [
      [{ type: 'image', image: { ...picture, width: '10', size: ' 1.5 ', name: 5, caption: 6 }, children: [text(0)] }],
      [
        {
          type: 'image',
          image: { ...picture, width: 10, size: 1.5, name: '5', caption: '6' },
          children: [text('0')],
        },
      ],
    ],
    [JSON.stringify([paragraph(text(5))]), [paragraph(text('5'))]],
    [[{ type: 'paragraph', children: JSON.stringify([text(5)]) }], [paragraph(text('5'))]],
    [
      [{ type: 'image', image: JSON.stringify({ ...picture, width: '10' }), children: [] }],
      [{ type: 'image', image: { ...picture, width: 10 }, children: [] }],
    ],
    [[paragraph(link('/a', [JSON.stringify(text(5))]))], [paragraph(link('/a', [text('5')]))]],
    [[{ type: 'code', children: [JSON.stringify(text('a'))] }], [{ type: 'code', children: [text('a')] }]],
    // Keys that nodes do not have stay as they are.
    [[{ ...paragraph(text()), level: '2', bold: 'true' }], [{ ...paragraph(text()), level: '2', bold: 'true' }]],
    [[list('ordered', { ...item(), checked: 'true' })], [list('ordered', { ...item(), checked: 'true' })]],
  ])('are cast as in Strapi: %j', (sent, stored) => {
    const { input, errors } = checkInput(schema, thing, { blk: sent });
    expect(errors).toEqual([]);
    expect(input.get('blk')).toEqual(scalarOf(stored));
  });

  const noInline = 'Inline node must be Text or Link';
  const noLink = 'Please specify a valid link.';

  it.each<[blocks: unknown, ...faults: string[]]>([
    ['a', `: blk ${wrong('array', '`"a"`')}`],
    [{ a: 1 }, `: blk ${wrong('array', '`{\n  "a": 1\n}`')}`],
    [[5, null, {}, text(), { type: 'nope' }], ...[0, 1, 2, 3, 4].map((at) => `.${at}: Block node is of invalid type`)],
    [[{ type: 'paragraph' }], '.0.children: blk[0].children is a required field'],
    [[paragraph()], '.0.children: Paragraph node children must have at least one Text or Link node'],
    [[paragraph({}, null, paragraph(text()))], ...[0, 1, 2].map((at) => `.0.children.${at}: ${noInline}`)],
    [[paragraph({ type: 'text' })], '.0.children.0.text: Text must be defined with at least an empty string'],
    [[paragraph(text({}))], `.0.children.0.text: blk[0].children[0].text ${wrong('string', '`{}`')}`],
    [[paragraph(text(null))], `.0.children.0.text: blk[0].children[0].text ${wrong('string', '`null`')}`],
    [[paragraph(text('a', { bold: 'x' }))], `.0.children.0.bold: blk[0].children[0].bold ${wrong('boolean', '`"x"`')}`],
    ...['javascript:alert(1)', 'JaVaScript:x', 'data:text/html,x', 'a b', '', 'foo.com', 'https://', 'https://a b'].map(
      (url): [unknown, string] => [[paragraph(link(url))], `.0.children.0.url: ${noLink}`],
    ),
    [
      [paragraph({ type: 'link' })],
      `.0.children.0.url: ${noLink}`,
      '.0.children.0.children: blk[0].children[0].children is a required field',
    ],
    [
      [paragraph(link('/a', [link('/b')]))],
      '.0.children.0.children.0.text: Text must be defined with at least an empty string',
      '.0.children.0.children.0.type: blk[0].children[0].children[0].type must be one of the following values: text',
    ],
    [[{ type: 'heading', children: [text()] }], '.0.level: blk[0].level is a required field'],
    [
      [{ type: 'heading', level: 7, children: [text()] }],
      '.0.level: blk[0].level must be one of the following values: 1, 2, 3, 4, 5, 6',
    ],
    [[list('x', item())], '.0.format: blk[0].format must be one of the following values: ordered, unordered'],
    [[list('ordered')], '.0.children: List node children must have at least one ListItem or ListNode'],
    [[list('ordered', text())], '.0.children.0: Inline node must be list-item or list'],
    [[{ type: 'image', image: 5, children: [] }], `.0.image: blk[0].image ${wrong('object', '`5`')}`],
    [
      [{ type: 'image', image: { ...picture, hash: undefined, name: '', width: 'x' }, children: [] }],
      '.0.image.hash: blk[0].image.hash is a required field',
      '.0.image.name: blk[0].image.name is a required field',
      `.0.image.width: blk[0].image.width must be a number`,
    ],
    ...['x', '', null, true, {}, [2], '1e400'].map((level): [unknown, ...string[]] => [
      [{ type: 'heading', level, children: [text()] }],
      '.0.level: blk[0].level must be a number',
      '.0.level: blk[0].level must be one of the following values: 1, 2, 3, 4, 5, 6',
    ]),
    [
      [{ type: 'heading', level: '7', children: [text()] }],
      '.0.level: blk[0].level must be one of the following values: 1, 2, 3, 4, 5, 6',
    ],
    [[{ type: 'code', language: {}, children: [text()] }], `.0.language: blk[0].language ${wrong('string', '`{}`')}`],
    [JSON.stringify({ a: 1 }), `: blk ${wrong('array', '`{\n  "a": 1\n}`')}`],
    // Texts in JSON may contain what bodies may, and no further texts in JSON.
    ...['[{"__proto__":1}]', '[{"a":"\\u0000"}]', `${'['.repeat(33)}${']'.repeat(33)}`].map(
      (json): [string, string] => [json, `: blk ${wrong('array', `\`${JSON.stringify(json)}\``)}`],
    ),
    [
      JSON.stringify([{ type: 'paragraph', children: JSON.stringify([text()]) }]),
      `.0.children: blk[0].children ${wrong('array', `\`${JSON.stringify(JSON.stringify([text()]))}\``)}`,
    ],
  ])('refuse %j', (blocks, ...faults) => {
    const { errors } = checkInput(schema, thing, { blk: blocks }, 'draft');
    expect(errors.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(
      faults.map((each) => `blk${each}`),
    );
  });
});
