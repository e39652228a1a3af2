import { buildSchema, GraphQLError, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Room } from '../../lib/graphql/answerSize.ts';
import { checkLimits, isShallow, limits, parseLimited } from '../../lib/graphql/limits.ts';

const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');

const faultOf = (text: string, maxDepth = 10): GraphQLError | undefined => {
  try {
    checkLimits(parseLimited(text), maxDepth);
    return undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
};

const check = (text: string): string => faultOf(text)?.message ?? 'accepted';

const chain = (depth: number): string => `${'{a'.repeat(depth - 1)}{b}${'}'.repeat(depth - 1)}`;

const doubling = (count: number): string =>
  `{...F0} ${times(count, (i) => `fragment F${i} on Query {...F${i + 1} ...F${i + 1}}`)} fragment F${count} on Query {a}`;

describe('A document', () => {
  it.each([
    ['long', `{a(b: "${'x'.repeat(limits.characters)}")}`, 'characters'],
    ['of many tokens', `{${times(limits.tokens, () => 'a')}}`, 'tokens'],
    ['of deep fields', '{a'.repeat(5_000), 'levels of brackets'],
    ['of deep lists', `{a(b: ${'['.repeat(5_000)}`, 'levels of brackets'],
    ['of deep objects', `{a(b: ${'{c:'.repeat(5_000)}`, 'levels of brackets'],
    ['of deep types', `query($a: ${'['.repeat(5_000)}Int`, 'levels of brackets'],
    ['deeper than the setting', chain(11), 'fields on one path'],
    ['deeper by fragments', `{a{...F}} fragment F on A {a{...G}} fragment G on A ${chain(9)}`, 'fields on one path'],
    ['of many fields of the query', `{${times(limits.rootFields + 1, (i) => `a${i}: a`)}}`, 'fields of an operation'],
    ['of many aliases', `{a{${times(limits.selections, (i) => `a${i}:b`)}}}`, 'characters|tokens|fragments'],
    ['of many equal fields', `{a{${times(limits.sameFields + 1, () => 'b')}}}`, 'fields b in one place'],
    [
      'of many equal fields in equal fields',
      `{${times(11, () => `a{${times(10, () => 'b')}}`)}}`,
      'fields b in one place',
    ],
    [
      'of many equal fields by fragments',
      `{${times(11, () => `a{...F}`)}} fragment F on A {${times(10, () => 'b')}}`,
      'fields b in one place',
    ],
    ['of fragments that double', doubling(60), 'one place|with those of fragments'],
    ['of an unused fragment', `{a} fragment F on A {${times(limits.sameFields + 1, () => 'b')}}`, 'fields b'],
    ['of an alias of the schema', '{a: __schema {types {name}}}', 'has no alias'],
    ['of aliases in the schema', '{__type(name: "A") {a: fields {name} b: fields {name}}}', 'has no alias'],
  ])('%s is refused', (_, text, message) => {
    expect(check(text)).toMatch(new RegExp(message));
  });

  it.each([
    ['as deep as the setting', chain(10)],
    ['with as many fields of the query', `{${times(limits.rootFields, (i) => `a${i}: a`)}}`],
    ['with the same names in other places', `{${times(50, (i) => `a${i}: a {${times(50, () => 'b')}}`)}}`],
    ['with brackets in texts', `{a(b: "${'{['.repeat(200)}" c: """${'{'.repeat(200)}""")}`],
    ['about the schema, deeper than the setting', `{__schema ${chain(20)}}`],
    ['with aliases of __typename', '{a: __typename b: a {c: __typename}}'],
  ])('%s is accepted', (_, text) => {
    expect(check(text)).toBe('accepted');
  });

  it('with a fragment that contains itself is left to the validation', () => {
    const text = '{...F} fragment F on Query {a {...F}}';
    expect(check(text)).toBe('accepted');
    const schema = buildSchema('type Query {a: Query}');
    expect(validate(schema, parseLimited(text)).map(({ message }) => message)).toEqual([
      'Cannot spread fragment "F" within itself.',
    ]);
  });

  it('that is too long names where', () => {
    expect(faultOf(chain(11))?.locations).toEqual([{ line: 1, column: 22 }]);
  });
});

describe('Variables', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: [nested(levels - 1)] });

  it('are nested no deeper than a document', () => {
    expect(isShallow({ ...{ a: 1, b: null, c: [] }, d: nested(limits.nesting / 2 - 1) })).toBe(true);
    expect(isShallow(nested(limits.nesting / 2 + 1))).toBe(false);
  });
});

describe('An answer', () => {
  const tooLarge = /larger than 100 bytes/;

  it('has no more than fits', () => {
    const room = new Room(100);
    room.take(75);
    expect(() => {
      room.take(26);
    }).toThrow(tooLarge);
  });

  it('is measured with what JSON adds', () => {
    expect(new Room(100).encode({ a: ['x'.repeat(60)] })).toHaveLength(70);
    for (const text of ['"'.repeat(60), 'ü'.repeat(60)])
      expect(() => new Room(100).encode({ a: [text] })).toThrow(tooLarge);
  });

  it('is not written if its texts alone are too large', () => {
    const room = new Room(100);
    const text = 'x'.repeat(30);
    const value = { a: text, b: [{ c: text }, 1, null] };
    expect(room.takeValue(value)).toBe(value);
    expect(() => room.takeValue([text, text])).toThrow(tooLarge);
  });
});
