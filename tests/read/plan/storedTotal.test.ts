// Which lists read their total from the stored one.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planList } from '../../../lib/read/plan/index.ts';
import { readQuery } from '../../../lib/read/query/index.ts';
import { administrator } from '../../../lib/platform/access/index.ts';
import { defaultConfig } from '../../../lib/platform/config/index.ts';
import { loadSchema, typeOf } from '../../../lib/schema/index.ts';

const { schema } = await loadSchema(join(import.meta.dirname, '../../schemas/atlas'));
const locales = { defaultLocale: 'en', codes: new Set(['en', 'fr']) };

const storedTotal = (type: string, text: string) => {
  const context = { schema, config: defaultConfig, locales };
  const query = readQuery(text, typeOf(schema, `api::${type}.${type}`), administrator, context);
  return planList(query, schema).count?.stored;
};

test.each([
  ['place', '', 'en'],
  ['place', 'locale=fr', 'fr'],
  ['place', 'locale=*', undefined],
  ['place', 'sort=name&pagination[page]=3&populate=*', 'en'],
  ['place', 'pagination[cursor]=&pagination[withCount]=true', 'en'],
  ['sign', 'status=draft', 'en'],
  ['trip', '', undefined],
])('of %s with "%s": the stored total of %s', (type, text, locale) => {
  expect(storedTotal(type, text)).toMatchObject({ collection: 'lectern_totals', locale });
});

test.each([
  ['place', 'status=draft'],
  ['place', 'filters[name]=Rome'],
  ['place', '_q=Rome'],
  ['place', 'publicationFilter=modified'],
  ['place', 'locale=fr&fallbackLocale=en'],
  ['place', 'pagination[withCount]=false'],
])('of %s with "%s": none', (type, text) => {
  expect(storedTotal(type, text)).toBeUndefined();
});
