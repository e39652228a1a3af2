// Whether a stored version is complete enough to publish.
import { describe, expect, it } from 'vitest';
import type { InvalidValue } from '../../../lib/errors.ts';
import { checkInput, checkVersion, mergeErrors } from '../../../lib/write/input/index.ts';
import { component, media, morph, relation, repeatable, scalar, schemaOf, type, zone } from './model.ts';

const required = { required: true };
const attributes = {
  str: scalar('string', { ...required, minLength: 2 }),
  mail: scalar('email'),
  pw: scalar('password', { ...required, minLength: 100 }),
  int: scalar('integer', required),
  big: scalar('biginteger', { ...required, max: '10' }),
  bool: scalar('boolean', required),
  day: scalar('date', required),
  time: scalar('datetime', required),
  en: scalar('enumeration', { ...required, enum: ['a'] }),
  js: scalar('json', required),
  blk: scalar('blocks', required),
  constructor: scalar('string'),
  seo: component('shared.seo', required),
  quotes: repeatable('shared.quote', required),
  two: repeatable('shared.quote', { ...required, min: 2 }),
  body: zone(['shared.quote', 'deep.outer'], required),
  one: relation(false, required),
  many: relation(true, required),
  some: relation(true, { min: 2, max: 3 }),
  pic: media(false, required),
  morph: morph(false, required),
};
const drafted = type('api::drafted.drafted', attributes);
const plain = type('api::plain.plain', attributes, false);
const schema = schemaOf(drafted, plain);

const quote = { title: 'a' };
const completeVersion = {
  id: 4,
  createdAt: new Date(0),
  str: 'ab',
  pw: 'a hash',
  int: 0,
  big: 5n,
  bool: false,
  day: '2024-01-01',
  time: new Date(0),
  en: 'a',
  js: {},
  blk: [],
  seo: { metaTitle: '' },
  quotes: [],
  two: [quote, quote],
  body: [],
};

const messagesOf = (errors: readonly InvalidValue[]) =>
  errors.map(({ path, message }) => `${path.join('.')}: ${message}`);
const isNull = (name: string, kind: string) =>
  `${name}: ${name} must be a \`${kind}\` type, but the final value was: \`${kind === 'number' ? 'NaN' : 'null'}\`.`;
const undef = (name: string) => `${name}: ${name} must be defined.`;

describe('a complete version', () => {
  it('may be published with all required attributes; required relations and media are not enforced', () => {
    expect(checkVersion(schema, drafted, completeVersion)).toEqual([]);
    expect(checkVersion(schema, plain, completeVersion)).toEqual([]);
  });

  const names = ['str', 'pw', 'int', 'big', 'bool', 'day', 'time', 'en', 'js', 'blk', 'seo', 'quotes', 'two', 'body'];

  it('reports missing values as null if the type has drafts', () => {
    const errors = checkVersion(schema, drafted, {});
    const texts = [...['str', 'pw', 'en'].map((name) => isNull(name, 'string')), isNull('int', 'number')];
    const others = [isNull('blk', 'array'), isNull('seo', 'object')];
    const undefs = ['big', 'bool', 'day', 'time', 'js', 'quotes', 'two', 'body'].map(undef);
    expect(messagesOf(errors).toSorted()).toEqual([...texts, ...others, ...undefs].toSorted());
  });

  it('reports null values alike, whether the type has drafts or not', () => {
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    expect(checkVersion(schema, plain, nulls)).toEqual(checkVersion(schema, drafted, nulls));
  });

  it.each<[change: object, ...faults: string[]]>([
    [{ str: '' }, 'str: str must be at least 2 characters'],
    [{ mail: 'x' }, 'mail: mail must be a valid email'],
    [{ mail: null, constructor: null }],
    [{ big: 11n }, 'big: big must be less than or equal to 10'],
    [{ two: [] }, 'two: two field must have at least 2 items'],
    [{ two: [quote, {}] }, 'two.1.title: two[1].title must be a `string` type, but the final value was: `null`.'],
    [
      { body: [{ __component: 'deep.outer', inner: { size: 0 } }] },
      'body.0.inner.name: body[0].inner.name must be a `string` type, but the final value was: `null`.',
      'body.0.inner.size: body[0].inner.size must be greater than or equal to 1',
    ],
    [
      { body: [{ __component: 'shared.gone', a: 1 }] },
      'body.0.__component: body[0].__component must be one of the following values: shared.quote, deep.outer',
    ],
    [{ some: [] }],
    [{ some: [{ to: 'a', at: 1 }] }, 'some: some field must have at least 2 items'],
    [{ one: { to: 'a', at: 1 }, many: [], pic: null, morph: null }],
  ])('is checked with %o', (change, ...faults) => {
    expect(messagesOf(checkVersion(schema, drafted, { ...completeVersion, ...change }))).toEqual(faults);
  });
});

it('the faults of a body and of a version are merged, and an attribute with an invalid value is reported once', () => {
  const { errors } = checkInput(schema, plain, { str: 5, seo: { metaTitle: 4 }, int: 7 });
  const version = checkVersion(schema, plain, { ...completeVersion, str: undefined, seo: undefined, bool: undefined });
  expect(mergeErrors(errors, version).map(({ path }) => path.join('.'))).toEqual(['str', 'seo.metaTitle', 'bool']);
});
