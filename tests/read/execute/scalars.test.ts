// Scalars in answers are the text that JSON.stringify would write.
import { Long } from 'mongodb';
import { expect, test } from 'vitest';
import { formatScalar } from '../../../lib/read/execute/index.ts';
import { typeOf, type ScalarAttribute } from '../../../lib/schema/index.ts';
import { schema } from '../query/read.ts';

const attribute = (name: string): ScalarAttribute => {
  const found = typeOf(schema, 'api::exhibit.exhibit').attributes.get(name);
  if (found?.kind !== 'scalar') throw new Error(`There is no scalar ${name}`);
  return found;
};

const date = new Date('2024-05-31T09:30:00.120Z');

test.each([
  ['acquired', date, '2024-05-31T09:30:00.120Z'],
  ['acquired', new Date(-62_198_755_200_000), '-000001-01-01T00:00:00.000Z'],
  // MongoDB stores dates that JavaScript cannot represent; JSON has null for them.
  ['acquired', new Date(NaN), null],
  ['checked', date, '1717147800120'],
  ['inventory', 12, '12'],
  ['opens', '09:30:00.500', '09:30:00.5'],
  ['title', undefined, null],
  // Of an attribute that was a biginteger: writes read it as a bigint, and reads as a Long.
  ['title', 9_007_199_254_740_993n, '9007199254740993'],
  ['opens', 9_007_199_254_740_993n, '9007199254740993'],
  ['checked', 9_007_199_254_740_993n, '9007199254740993'],
  ['title', Long.fromString('9007199254740993'), '9007199254740993'],
])('%s: %s is answered as %s', (name, stored, answered) => {
  expect(formatScalar(stored, attribute(name))).toBe(answered);
});
