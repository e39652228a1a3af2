// The state of screens in the address, and what a search answers.
import { expect, it } from 'vitest';
import { paletteRows } from '../../editor/src/app/paletteRows.ts';
import { contentSearch, parseSearch, stringifySearch } from '../../editor/src/app/search.ts';
import { readExcerpt } from '../../editor/src/ui/readExcerpt.ts';

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

it('reads the marks of an excerpt, and shows other HTML as it is written', () => {
  expect(readExcerpt('Salt &amp; <mark>ink</mark>, &lt;b&gt;<mark>&quot;x&quot;</mark><i>&amp;lt;')).toEqual([
    { text: 'Salt & ', isMarked: false },
    { text: 'ink', isMarked: true },
    { text: ', <b>', isMarked: false },
    { text: '"x"', isMarked: true },
    { text: '<i>&lt;', isMarked: false },
  ]);
  expect(readExcerpt('')).toEqual([]);
});

it.each([
  ['users', ['Users', 'a document']],
  ['new art', ['New article', 'a document']],
  ['ÁRT', ['Articles', 'Art of new', 'a document', 'New article']],
  ['user', ['Users', 'Another user’s', 'a document']],
  ['', ['Articles', 'Art of new', 'Another user’s', 'Users', 'New article', 'a document']],
])('lists what is called %j first in the command palette, before documents', (query, expected) => {
  const rows = (...labels: readonly string[]) => labels.map((label) => ({ label }));
  const groups = [
    { group: 'Go to', actions: rows('Articles', 'Art of new', 'Another user’s', 'Users') },
    { group: 'Documents', actions: rows('a document') },
    { group: 'Write', actions: rows('New article') },
  ];
  const found = paletteRows(query, groups, 'Documents').flatMap(({ actions }) => actions.map(({ label }) => label));
  expect(found).toEqual(expected);
});
