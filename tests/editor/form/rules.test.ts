// The rules of the form against those of the API: both refuse the same values, in drafts and in published versions.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findFaults } from '../../../editor/src/form/faults.ts';
import { findViolation } from '../../../editor/src/form/rules.ts';
import { checkInput } from '../../../lib/write/input/index.ts';
import { testSchema } from './schema.ts';

type Json = Readonly<Record<string, unknown>>;

const refusalsOf = (attribute: Json, components: Readonly<Record<string, Json>> = {}) => {
  const { schema, editor, type } = testSchema({ value: attribute }, components);
  const model = schema.types.get('api::thing.thing');
  if (model === undefined) throw new Error('The schema has no thing');
  const refuses = (value: unknown, rules: 'draft' | 'published') =>
    checkInput(schema, model, { value }, rules).errors.length > 0;
  return (value: unknown) => ({
    api: { draft: refuses(value, 'draft'), published: refuses(value, 'published') },
    form: {
      draft: findFaults(type, editor, { value }, true).length > 0,
      published: findFaults(type, editor, { value }, false).length > 0,
    },
  });
};

const texts = [
  '',
  ' ',
  'a',
  'ab',
  'abc',
  'abcdef',
  'a'.repeat(255),
  'a'.repeat(256),
  '🙂',
  '🙂🙂',
  'é',
  'A-1',
  'a b',
  'x@y.zz',
  'x@y',
  '"a b"@c.de',
  '@',
  'line\nbreak',
];
const numbers = [
  0,
  1,
  -1,
  2,
  5,
  10,
  11,
  1.5,
  -0.5,
  1e10,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  -(2 ** 31) - 1,
  'abc',
  '1,5',
];
const whole = [
  '0',
  '5',
  '-5',
  '12',
  'abc',
  '1.5',
  '',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
];
const dates = ['2024-02-29', '2023-02-29', '2024-13-01', '0000-01-01', '9999-12-31', 'soon'];

const cases: readonly (readonly [attribute: Json, values: readonly unknown[]])[] = [
  [{ type: 'string' }, texts],
  [{ type: 'string', required: true, minLength: 2, maxLength: 4 }, [...texts, null]],
  [{ type: 'string', minLength: 2 }, [...texts, null]],
  [{ type: 'string', regex: '^[A-Z]-[0-9]$' }, texts],
  [{ type: 'string', regex: '^.$' }, texts],
  [{ type: 'string', regex: '^[a-z]+$', required: true, maxLength: 3 }, [...texts, null]],
  [{ type: 'text', maxLength: 3 }, texts],
  [{ type: 'text', regex: '^a*$' }, ['a'.repeat(10_000), 'a'.repeat(10_001)]],
  [{ type: 'richtext', required: true }, [...texts, null]],
  [{ type: 'email' }, [...texts, null]],
  [{ type: 'email', required: true, regex: 'y\\.zz$', minLength: 3 }, [...texts, null]],
  [{ type: 'uid' }, [...texts, null]],
  [{ type: 'uid', regex: '^[a-c]+$' }, texts],
  [{ type: 'password', minLength: 3, maxLength: 6, regex: '^a' }, texts.filter((text) => text !== '')],
  [{ type: 'integer' }, numbers],
  [{ type: 'integer', min: 1, max: 10 }, [...numbers, null]],
  [{ type: 'integer', required: true }, [0, null]],
  [{ type: 'float', min: 0.5 }, numbers],
  [{ type: 'decimal', max: 1.5 }, numbers],
  [{ type: 'biginteger' }, whole.filter((text) => text !== '')],
  [{ type: 'biginteger', min: '1', max: '10' }, whole.filter((text) => text !== '')],
  [{ type: 'boolean', required: true }, [true, false, null]],
  [{ type: 'date' }, dates],
  [{ type: 'time' }, ['09:30:00.000', '24:00:00.000', 'soon']],
  [{ type: 'datetime', required: true }, ['2024-05-31T09:30:00.000Z', 'soon', null]],
  [{ type: 'enumeration', enum: ['a', 'b'], required: true }, ['a', 'c', null]],
  [{ type: 'json', required: true }, [{ target: 1 }, 0, false, '', [], null]],
];

describe('the rules of a form', () => {
  it.each(cases)('refuse what the API refuses for %j', (attribute, values) => {
    const compare = refusalsOf(attribute);
    for (const value of values) {
      const { api, form } = compare(value);
      expect([value, form]).toEqual([value, api]);
    }
  });

  it('refuse the same texts as the API', () => {
    const compare = refusalsOf({ type: 'string', minLength: 2, maxLength: 5, regex: '^[a-z]*$' });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 7 }), (text) => {
        // The API refuses characters that MongoDB cannot store before it looks at the schema.
        fc.pre(!text.includes('\0'));
        const { api, form } = compare(text);
        expect(form).toEqual(api);
      }),
      { numRuns: 500 },
    );
  });

  it('count the entries of lists as the API does', () => {
    const components = { 'a.part': { name: { type: 'string', required: true, maxLength: 3 } } };
    for (const required of [false, true]) {
      const list = refusalsOf(
        { type: 'component', repeatable: true, component: 'a.part', required, min: 2, max: 3 },
        components,
      );
      for (const count of [0, 1, 2, 3, 4]) {
        const { api, form } = list(Array.from({ length: count }, () => ({ name: 'x' })));
        expect([required, count, form]).toEqual([required, count, api]);
      }
      const zone = refusalsOf({ type: 'dynamiczone', components: ['a.part'], required, min: 1, max: 1 }, components);
      for (const name of ['x', 'long', null])
        for (const count of [0, 1, 2]) {
          const { api, form } = zone(Array.from({ length: count }, () => ({ __component: 'a.part', name })));
          expect([required, name, count, form]).toEqual([required, name, count, api]);
        }
    }
  });

  it('say where a fault is, inside of components too', () => {
    const { editor, type } = testSchema(
      { title: { type: 'string', required: true }, parts: { type: 'dynamiczone', components: ['a.part'] } },
      {
        'a.part': { names: { type: 'component', component: 'a.name', repeatable: true } },
        'a.name': { last: { type: 'string', maxLength: 2 } },
      },
    );
    const values = {
      title: null,
      parts: [
        {
          __key: 'k',
          __component: 'a.part',
          names: [
            { __key: 'l', last: 'ok' },
            { __key: 'm', last: 'long' },
          ],
        },
      ],
    };
    expect(findFaults(type, editor, values, false)).toEqual([
      { path: 'title', kind: 'publish', message: { key: 'required' } },
      { path: 'parts.0.names.1.last', kind: 'draft', message: { key: 'maxLength', limit: 2 } },
    ]);
    expect(findFaults(type, editor, values, true).map(({ path }) => path)).toEqual(['parts.0.names.1.last']);
  });

  it('have no drafts for a type without drafts', () => {
    const { editor, type } = testSchema({ title: { type: 'string', required: true } }, {}, false);
    expect(findFaults(type, editor, { title: null }, true)).toHaveLength(1);
  });

  it('refuse a text of more bytes than a request may have, counted as in JSON', () => {
    const { editor, type } = testSchema({ text: { type: 'richtext' }, body: { type: 'blocks' } });
    const tooLarge = { kind: 'draft', message: { key: 'maxBytes', limit: 100 } };
    const check = (values: Json) => findFaults(type, editor, values, true, 100);
    expect(check({ text: 'a'.repeat(98) })).toEqual([]);
    expect(check({ text: 'a'.repeat(99) })).toEqual([{ ...tooLarge, path: 'text' }]);
    expect(check({ text: '\n'.repeat(50) })).toEqual([{ ...tooLarge, path: 'text' }]);
    expect(check({ text: '🙂'.repeat(25) })).toEqual([{ ...tooLarge, path: 'text' }]);
    expect(check({ body: [{ type: 'paragraph', children: [{ type: 'text', text: 'a'.repeat(60) }] }] })).toEqual([
      { ...tooLarge, path: 'body' },
    ]);
  });

  it('count blocks one by one, as many bytes as in JSON', () => {
    const { editor, type } = testSchema({ body: { type: 'blocks' } });
    const body = ['é', 'bc', ''].map((text) => ({ type: 'paragraph', children: [{ type: 'text', text }] }));
    const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
    expect(findFaults(type, editor, { body }, true, bytes)).toEqual([]);
    expect(findFaults(type, editor, { body }, true, bytes - 1)).toHaveLength(1);
  });

  it('do not miss a password that is not in the form', () => {
    expect(findViolation({ type: 'password', required: true }, undefined)).toBeUndefined();
  });

  it('do not require links, as the API does not', () => {
    expect(findViolation({ type: 'media', required: true }, null)).toBeUndefined();
    expect(findViolation({ type: 'relation', relation: 'oneToMany', required: true }, [])).toBeUndefined();
  });
});
