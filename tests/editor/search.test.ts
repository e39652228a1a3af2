// The state of screens in the address.
import { expect, it } from 'vitest';
import { contentSearch, parseSearch, stringifySearch } from '../../editor/src/app/search.ts';

it.each(['ink', '2024', '1e3', 'true', 'null', '"quoted"', '{"a":1}', 'a&b=c d', 'Füße', ''])(
  'keeps the text %j in an address',
  (q) => {
    expect(contentSearch(parseSearch(stringifySearch({ q })))).toEqual({ q });
  },
);

it('reads what a user types into the address', () => {
  expect(contentSearch(parseSearch('?q=2024&locale=en&other=1'))).toEqual({ q: '2024', locale: 'en' });
  expect(parseSearch('')).toEqual({});
});

it('leaves out what is not there', () => {
  expect(stringifySearch({ q: undefined, locale: 'en' })).toBe('?locale=en');
  expect(stringifySearch({ q: undefined })).toBe('');
});
