// Conversion of stored values to another type: which values convert, and which do not.
import { expect, it } from 'vitest';
import { convertScalar } from '../../../cli/migrate/convert.ts';
import type { ScalarAttribute } from '../../../lib/schema/index.ts';
import { schemaOf, typeFile } from '../../setup/schema.ts';

const attribute = (type: string): ScalarAttribute => {
  const more = type === 'enumeration' ? { enum: ['a', '1', 'true'] } : {};
  const { types } = schemaOf({ 'thing.json': typeFile('thing', { it: { type, ...more } }) });
  const found = types.get('api::thing.thing')?.attributes.get('it');
  return found?.kind === 'scalar' ? found : expect.fail(type);
};

const day = new Date('2026-01-31T00:00:00.000Z');
const noon = new Date('2026-01-31T12:00:00.000Z');

it.each<[from: string, to: string, value: unknown, converted: unknown]>([
  ['integer', 'string', 12, '12'],
  ['biginteger', 'text', 9007199254740993n, '9007199254740993'],
  ['float', 'string', 1.5, '1.5'],
  ['boolean', 'string', false, 'false'],
  ['datetime', 'string', noon, '2026-01-31T12:00:00.000Z'],
  ['json', 'text', { a: [1] }, '{"a":[1]}'],
  ['string', 'integer', '12', 12],
  ['string', 'integer', '-12', -12],
  ['string', 'integer', '1.5', undefined],
  ['string', 'integer', 'few', undefined],
  ['string', 'integer', '', undefined],
  ['string', 'integer', '3000000000', undefined],
  ['float', 'integer', 2, 2],
  ['float', 'integer', 2.5, undefined],
  ['biginteger', 'integer', 7n, 7],
  ['biginteger', 'integer', 9007199254740993n, undefined],
  ['integer', 'biginteger', 7, 7n],
  ['string', 'biginteger', '9007199254740993', 9007199254740993n],
  ['string', 'biginteger', '99999999999999999999', undefined],
  ['float', 'biginteger', 1.5, undefined],
  ['string', 'decimal', '1.50', 1.5],
  ['biginteger', 'float', 9007199254740993n, undefined],
  ['string', 'boolean', 'true', true],
  ['integer', 'boolean', 0, false],
  ['integer', 'boolean', 2, undefined],
  ['string', 'date', '2026-01-31', '2026-01-31'],
  ['string', 'date', '2026-02-31', undefined],
  ['datetime', 'date', day, '2026-01-31'],
  ['datetime', 'date', noon, undefined],
  ['date', 'datetime', '2026-01-31', day],
  ['string', 'time', '09:30:00', '09:30:00.000'],
  ['string', 'time', 'early', undefined],
  ['string', 'enumeration', 'a', 'a'],
  ['string', 'enumeration', 'b', undefined],
  ['integer', 'enumeration', 1, '1'],
  ['text', 'json', 'a', 'a'],
  ['datetime', 'json', noon, '2026-01-31T12:00:00.000Z'],
  ['biginteger', 'json', 9007199254740993n, '9007199254740993'],
  ['richtext', 'blocks', '# a', undefined],
  ['json', 'blocks', [], undefined],
  ['blocks', 'json', [{ type: 'paragraph' }], [{ type: 'paragraph' }]],
  ['password', 'string', '$2b$10$x', undefined],
  ['string', 'password', 'secret', undefined],
])('a stored value of %s as %s: %o becomes %o', (from, to, value, converted) => {
  const [before, after] = [attribute(from), attribute(to)];
  expect(convertScalar(value, before, after)).toEqual(converted);
  // Converting twice changes nothing, because an interrupted batch runs again.
  if (converted !== undefined) expect(convertScalar(converted, before, after)).toEqual(converted);
});
