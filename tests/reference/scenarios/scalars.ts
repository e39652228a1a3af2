// Valid and invalid values of every attribute type, on a type without drafts.
import type { Scenario } from '../player.ts';

const paragraph = (...children: readonly unknown[]): unknown => ({ type: 'paragraph', children });
const text = (words: string): unknown => ({ type: 'text', text: words });
const item = (words: string): unknown => ({ type: 'list-item', children: [text(words)] });

const values: Readonly<Record<string, readonly unknown[]>> = {
  name: ['a', '', '  spaced  ', 'ünï ✿', '$set', '$$ROOT', 'a.b', '<b>', 5, true, null, ['a'], { a: 1 }],
  short: ['a', 'ab', 'abcde', 'abcdef', '', null, 12],
  code: ['AB1', 'ab1', 'AB', 'xAB1', 'AB1\n', '', null],
  text: ['01234567890123456789', '012345678901234567890', '', 5, null],
  story: ['# T', 'ab', '', null, false],
  mail: ['a@b.co', 'A@B.CO', 'a@b', 'a', 'a b@c.de', '', 5, null],
  key: ['long enough', 'short', '', 5, null],
  slug: ['a-b', 'A_b.~9', 'a b', 'ä', 'a/b', '', 5, null],
  count: [1, 10, 0, 11, '5', '5.5', 5.5, '', 'a', true, null, [5], { a: 5 }, '1e1', ' 7 '],
  total: ['123', 123, -5, '-5', '9007199254740993', '9223372036854775807', 'a', '1.5', 1.5, '', true, null, [1]],
  weight: [0.5, 2.5, 0.4, 2.6, '1.5', 'a', '', true, null, [1]],
  price: [9.5, 9.55, 0, -1, '9.5', 'a', '', null],
  sown: ['2024-02-29', '2023-02-29', '2024-02-29T10:00:00.000Z', '29.02.2024', '', 'nope', null, true],
  opens: ['09:30:00.000', '09:30', '09:30:00', '25:00:00.000', 'nope', '', 930, null],
  seen: [
    '2024-05-31T09:30:00.000Z',
    '2024-05-31T09:30:00+02:00',
    '2024-05-31T09:30:00.123456Z',
    '2024-05-31',
    1717147800000,
    '2024-13-01T00:00:00.000Z',
    'nope',
    '',
    null,
    true,
  ],
  stamped: ['2024-05-31T09:30:00.000Z', 'nope', null],
  rare: [true, false, 'true', 'false', 't', 'f', 'yes', 1, 0, '1', '', null],
  colour: ['red', 'pale blue', 'Red', 'blue', '', 5, null, ['red']],
  data: [{ a: { b: [1, null] } }, [], [1, 'a'], 5, true, {}, null, { $gt: 1 }, { 'a.b': 1 }, '{"a":1}'],
  card: [
    [],
    null,
    [paragraph(text('hello'))],
    [paragraph({ ...Object(text('all')), bold: true, italic: true, underline: true, strikethrough: true, code: true })],
    [paragraph({ type: 'link', url: 'https://example.org', children: [text('there')] })],
    [{ type: 'heading', level: 2, children: [text('Two')] }],
    [{ type: 'heading', level: 7, children: [text('Seven')] }],
    [{ type: 'heading', children: [text('None')] }],
    [{ type: 'quote', children: [text('said')] }],
    [{ type: 'code', language: 'js', children: [text('1 + 1')] }],
    [{ type: 'list', format: 'ordered', children: [item('one'), item('two')] }],
    [
      {
        type: 'list',
        format: 'unordered',
        children: [item('one'), { type: 'list', format: 'ordered', children: [item('in')] }],
      },
    ],
    [{ type: 'list', children: [item('one')] }],
    [{ type: 'list', format: 'odd', children: [item('one')] }],
    [{ type: 'paragraph' }],
    [paragraph({ type: 'text' })],
    [paragraph({ type: 'text', text: 5 })],
    [{ type: 'nope', children: [] }],
    [{ children: [text('what')] }],
    [null],
    ['text'],
    5,
    true,
  ],
};

export default {
  uses: ['seeds'],
  play: async ({ post, put, get, make }) => {
    for (const [attribute, list] of Object.entries(values))
      for (const value of list)
        await post(
          `${attribute} ${JSON.stringify(value)}`,
          `/api/seeds?fields=${attribute === 'key' ? 'name' : attribute}`,
          { [attribute]: value },
        );

    await post('nothing at all', '/api/seeds', {});
    await post('private is taken, not told', '/api/seeds', { secret: 'x', key: 'password' });
    await post('many faults', '/api/seeds', { name: 5, short: 'a', mail: 'a', count: 'x', colour: 'blue' });
    const { documentId } = await make('/api/seeds', { name: 'one', count: 3, data: { a: 1 }, sown: '2024-01-31' });
    const one = `/api/seeds/${documentId}`;
    await put('one attribute changes', one, { count: 4 });
    await put('nothing changes', one, {});
    await put('to null', `${one}?fields=name,count,data,sown`, { name: null, count: null, data: null, sown: null });
    await put('a bad value', one, { count: 'x' });
    await put('two bad values', one, { count: 0, short: 'abcdef' });
    await get('as before', one);
    await get('private in fields', `${one}?fields=secret`);
    await get('password in fields', `${one}?fields=key`);
    await get('private in filters', '/api/seeds?filters[secret]=x');
    await get('password in filters', '/api/seeds?filters[key][$notNull]=true');
    await get('private in sort', '/api/seeds?sort=secret');
  },
} satisfies Scenario;
