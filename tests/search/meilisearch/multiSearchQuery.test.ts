// The queries that Lectern sends to Meilisearch, and the settings of its index.
import { expect, it } from 'vitest';
import { indexSettings } from '../../../lib/search/meilisearch/indexSettings.ts';
import { multiSearchQuery, queryText } from '../../../lib/search/meilisearch/multiSearchQuery.ts';
import type { Search } from '../../../lib/search/types.ts';

/** A search with words like `the?` (optional) and `moo*` (a beginning). */
const searchOf = (words: string, phrases: Search['phrases'] = [], excluded: Search['excluded'] = []): Search => ({
  words: words.split(' ').map((word) => ({
    text: word.replace(/[?*]$/, ''),
    stem: undefined,
    isBeginning: word.endsWith('*'),
    isOptional: word.endsWith('?'),
  })),
  phrases,
  excluded,
});

it.each<[string, Search, string, string]>([
  ['words', searchOf('old moon'), '"old" "moon" ', 'old moon '],
  ['a beginning', searchOf('old moo*'), '"old" moo', 'old moo'],
  ['a phrase', searchOf('old moon sun', [['old', 'moon']]), '"old moon" "sun" ', '"old moon" sun '],
  ['only a phrase', searchOf('old moon', [['old', 'moon']]), '"old moon" ', '"old moon" '],
  [
    'what is excluded',
    searchOf('moon', [], [['dark'], ['full', 'moon']]),
    '-"dark" -"full moon" "moon" ',
    '-"dark" -"full moon" moon ',
  ],
  ['optional words, which documents may lack', searchOf('the? moon'), '"moon" ', 'moon '],
  ['quotes, which would end a phrase', searchOf('a"b'), '"a b" ', 'a"b '],
])('the text of a query has %s', (_, search, exact, near) => {
  expect(queryText(search, false)).toBe(exact);
  expect(queryText(search, true)).toBe(near);
});

it('a query asks for a page of one partition', () => {
  expect(multiSearchQuery('lectern', { index: 7, search: searchOf('moon'), near: true }, 2, 100)).toEqual({
    indexUid: 'lectern',
    q: 'moon ',
    filter: 'index = 7',
    matchingStrategy: 'all',
    attributesToRetrieve: ['documentId'],
    showRankingScore: true,
    page: 2,
    hitsPerPage: 100,
  });
});

it('the index ranks by attributes from the highest weight on, and accepts the mistakes that Lectern accepts', () => {
  const { searchableAttributes, ...others } = indexSettings;
  expect(searchableAttributes).toHaveLength(100);
  expect([searchableAttributes?.[0], searchableAttributes?.[99]]).toEqual(['w100', 'w1']);
  expect(others).toEqual({
    filterableAttributes: ['index'],
    displayedAttributes: ['documentId'],
    rankingRules: ['words', 'typo', 'attribute', 'proximity', 'exactness', 'documentId:asc'],
    typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 }, disableOnNumbers: true },
    pagination: { maxTotalHits: 10_000 },
  });
});
