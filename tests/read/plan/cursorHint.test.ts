// Which pages after a cursor name the index of their order.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planList } from '../../../lib/read/plan/index.ts';
import { readQuery, writeCursor } from '../../../lib/read/query/index.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { loadSchema, typeOf } from '../../../lib/schema/index.ts';

const { schema } = await loadSchema(join(import.meta.dirname, '../../schemas/atlas'));
const place = typeOf(schema, 'api::place.place');
const context = { schema, config: defaultConfig, locales: { defaultLocale: 'en', codes: new Set(['en', 'fr']) } };

const hintOf = (text: string) => {
  const read = (cursor: string) => readQuery(`${text}&pagination[cursor]=${cursor}`, place, administrator, context);
  const { sort } = read('');
  const cursor = writeCursor(
    place,
    sort,
    sort.map(() => null),
    'a'.repeat(24),
  );
  return planList(read(cursor), schema).hint;
};

test.each([
  ['sort=createdAt', { locale: 1, 'published.createdAt': 1, _id: 1, 'published.id': 1 }],
  ['sort=createdAt:desc', { locale: 1, 'published.createdAt': -1, _id: 1, 'published.id': 1 }],
  ['status=draft&locale=fr&sort=updatedAt:desc', { locale: 1, 'draft.updatedAt': -1, _id: 1, 'draft.id': 1 }],
])('%s: %o', (text, hint) => {
  // The order of the keys counts.
  expect(Object.entries(hintOf(text) ?? {})).toEqual(Object.entries(hint));
});

test.each([
  'sort=name',
  'sort=createdAt,updatedAt',
  'sort=createdAt&filters[name]=Rome',
  'sort=createdAt&_q=Rome',
  'sort=createdAt&locale=*',
  'sort=createdAt&locale=fr&fallbackLocale=en',
  'sort=createdAt&status=draft&publicationFilter=modified',
])('%s: none', (text) => {
  expect(hintOf(text)).toBeUndefined();
});
