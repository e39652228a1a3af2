// The commands that Lectern sends to Atlas Search, as data: it cannot run here.
import { describe, expect, it } from 'vitest';
import { rowFields } from '../../../lib/search/atlas/rowFields.ts';
import { createSearchIndexCommand } from '../../../lib/search/atlas/searchIndex.ts';
import { searchPipeline, type AtlasSearch } from '../../../lib/search/atlas/searchPipeline.ts';
import type { Search, SearchWord } from '../../../lib/search/types.ts';
import { loadStemmers } from '../../../lib/search/text/index.ts';

await loadStemmers(['en']);

const word = (text: string, more: Partial<SearchWord> = {}): SearchWord => ({
  ...{ text, stem: undefined, isBeginning: false, isOptional: false },
  ...more,
});

const searchOf = (more: Partial<Search>): Search => ({ words: [], phrases: [], excluded: [], ...more });

const compoundOf = (search: Search, more: Partial<AtlasSearch> = {}): unknown =>
  searchPipeline({ index: 7, search, weights: [10], near: false, ...more }, 100)[0]?.$search.compound;

const score = (value: number) => ({ score: { constant: { value } } });
const inIndex = { equals: { path: 'index', value: 7 } };
const anyWord = { wildcard: 'words.*' };

/** A word without a stem that is no beginning, for a type whose attributes all weigh 10. */
const plainClause = (text: string) => ({
  compound: {
    must: [
      {
        compound: {
          should: [{ text: { query: text, path: anyWord, ...score(1) } }],
          minimumShouldMatch: 1,
          ...score(1_000),
        },
      },
    ],
    should: [{ text: { query: text, path: 'words.w10', ...score(10) } }],
  },
});

const wordsClause = (texts: readonly string[], minimumShouldMatch: number) => ({
  compound: { should: texts.map(plainClause), minimumShouldMatch },
});

describe('the pipeline of a search', () => {
  it('is complete', () => {
    expect(
      searchPipeline({ index: 7, search: searchOf({ words: [word('moon')] }), weights: [10], near: false }, 100),
    ).toEqual([
      {
        $search: {
          index: 'lectern_1',
          compound: { filter: [inIndex], must: [wordsClause(['moon'], 1)] },
          sort: { score: { $meta: 'searchScore' }, documentId: 1 },
          count: { type: 'total' },
        },
      },
      { $limit: 100 },
      {
        $project: {
          _id: 0,
          documentId: 1,
          score: { $meta: 'searchScore' },
          token: { $meta: 'searchSequenceToken' },
          total: '$$SEARCH_META.count.total',
        },
      },
    ]);
  });

  it('goes on after a hit', () => {
    const search = { index: 7, search: searchOf({ words: [word('moon')] }), weights: [10], near: false };
    expect(searchPipeline(search, 5, 'CAEQ')).toMatchObject([{ $search: { searchAfter: 'CAEQ' } }, { $limit: 5 }, {}]);
  });

  it.each<[string, Partial<Search>, object]>([
    ['two words', { words: [word('old'), word('moon')] }, { must: [wordsClause(['old', 'moon'], 2)] }],
    [
      'four words, of which a document may lack two',
      { words: ['a', 'b', 'c', 'd'].map((text) => word(text)) },
      { must: [wordsClause(['a', 'b', 'c', 'd'], 2)] },
    ],
    [
      'a phrase',
      { words: [word('old'), word('moon')], phrases: [['old', 'moon']] },
      { filter: [inIndex, { phrase: { query: 'old moon', path: anyWord } }], must: [wordsClause(['old', 'moon'], 2)] },
    ],
    [
      'excluded words and phrases',
      { words: [word('moon')], excluded: [['dark'], ['full', 'moon']] },
      {
        must: [wordsClause(['moon'], 1)],
        mustNot: [{ phrase: { query: 'dark', path: anyWord } }, { phrase: { query: 'full moon', path: anyWord } }],
      },
    ],
    [
      'an optional word',
      { words: [word('the', { isOptional: true }), word('moon')] },
      { must: [wordsClause(['moon'], 1)], should: [plainClause('the')] },
    ],
  ])('for %s', (_, search, expected) => {
    expect(compoundOf(searchOf(search))).toEqual({ filter: [inIndex], ...expected });
  });

  it('counts stems and beginnings less than the word, by the weights of attributes', () => {
    const search = searchOf({ words: [word('mo*ns', { stem: 'mo*n', isBeginning: true })] });
    const variants = (words: unknown, stems: unknown, weight: number) => [
      { text: { query: 'mo*ns', path: words, ...score(weight) } },
      { text: { query: 'mo*n', path: stems, ...score(weight * 0.8) } },
      { wildcard: { query: 'mo\\*ns*', path: words, allowAnalyzedField: true, ...score(weight * 0.6) } },
    ];
    expect(compoundOf(search, { weights: [10, 1] })).toMatchObject({
      must: [
        {
          compound: {
            should: [
              {
                compound: {
                  must: [{ compound: { should: variants(anyWord, { wildcard: 'stems.*' }, 1) } }],
                  should: [...variants('words.w10', 'stems.w10', 10), ...variants('words.w1', 'stems.w1', 1)],
                },
              },
            ],
          },
        },
      ],
    });
  });

  it.each([
    ['moon', 0],
    ['light', 1],
    ['moonlight', 2],
  ])('accepts mistakes in %s: %i', (text, maxEdits) => {
    const variants = (near: boolean): unknown => {
      const compound = compoundOf(searchOf({ words: [word(text)] }), { near }) as ReturnType<
        typeof wordsClause
      >['compound'] & { readonly must: readonly [ReturnType<typeof wordsClause>] };
      return compound.must[0].compound.should[0]?.compound.must[0]?.compound.should.slice(1);
    };
    const similar = { text: { query: text, path: anyWord, fuzzy: { maxEdits, maxExpansions: 1_000 } } };
    expect(variants(true)).toEqual(maxEdits === 0 ? [] : [similar]);
    expect(variants(false)).toEqual([]);
  });
});

describe('the index', () => {
  it('is created with this command', () => {
    expect(createSearchIndexCommand).toEqual({
      createSearchIndexes: 'lectern_search_documents',
      indexes: [
        {
          name: 'lectern_1',
          definition: {
            analyzer: 'lucene.whitespace',
            searchAnalyzer: 'lucene.whitespace',
            mappings: {
              dynamic: false,
              fields: {
                index: { type: 'number' },
                documentId: { type: 'token' },
                words: { type: 'document', dynamic: true },
                stems: { type: 'document', dynamic: true },
              },
            },
          },
        },
      ],
    });
  });

  it('has rows with words and stems by weight', () => {
    const text = [
      { weight: 10, words: ['old', 'moons'] },
      { weight: 10, words: ['cats'] },
      { weight: 1, words: [] },
      { weight: 3, words: ['sun'] },
    ];
    expect(rowFields(7, 'en', 'one', text)).toEqual({
      index: 7,
      documentId: 'one',
      words: { w10: 'old moons | cats', w3: 'sun' },
      stems: { w10: 'old moon | cat', w3: 'sun' },
    });
    expect(rowFields(7, 'ja', 'one', text)).toMatchObject({ stems: {} });
  });
});
