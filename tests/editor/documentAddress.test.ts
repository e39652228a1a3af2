// The address of a document on the site, by the template of its type.
import { expect, test } from 'vitest';
import { addressOnSite } from '../../editor/src/api/documentAddress.ts';
import type { ContentType } from '../../editor/src/schema/types.ts';

const type = { attributes: { slug: { type: 'uid', label: 'Address' } } } as unknown as ContentType;

test.each([
  [{ slug: 'ink & paper', locale: 'de' }, { url: '/de/ink%20%26%20paper/1' }],
  [{ slug: 'ink' }, { url: '/en/ink/1' }],
  [{ slug: '' }, { missing: 'Address' }],
  [{ slug: null }, { missing: 'Address' }],
])('of %j', (row, expected) => {
  expect(addressOnSite('/{locale}/{slug}/{rank}', type, { rank: 1, ...row }, 'en')).toEqual(expected);
});

test('needs the locale', () => {
  expect(addressOnSite('/{locale}', type, {}, undefined)).toEqual({ missing: 'Locale' });
});
