// Turns a search into the pipeline that Atlas Search runs.
//
// Each score is a constant: Lucene's own would depend on how many documents have a word, and so tell of documents that the
// caller may not read. A word adds `scoreOfWord` to the score, and the weight of each attribute that has it. A document that
// has only a similar word gets no weight, so it ranks below those with the word itself.
import type { Document } from 'mongodb';
import { neededWords } from '../neededWords.ts';
import { allowedMistakes } from '../text/index.ts';
import { weightField } from '../textsByWeight.ts';
import type { Search, SearchWord } from '../types.ts';
import { searchIndexName } from './searchIndex.ts';

/** More than all attributes can add. Scores are 32-bit numbers, so it is no larger than needed. */
const scoreOfWord = 1_000;

/** How much of an attribute's weight counts for a word, for its stem and for its beginning. */
const factors = { exact: 1, stem: 0.8, beginning: 0.6 };

const constant = (value: number) => ({ score: { constant: { value } } });

const anyWeight = (field: 'words' | 'stems') => ({ wildcard: `${field}.*` });

const escapeWildcard = (text: string): string => text.replaceAll(/[*?\\]/g, '\\$&');

type Path = string | { readonly wildcard: string };

/** The words that stand for a searched one, by the field that a path makes of `words` and `stems`. */
const variantsOf = (
  { text, stem, isBeginning }: SearchWord,
  path: (field: 'words' | 'stems') => Path,
  weight: number,
): readonly Document[] => [
  { text: { query: text, path: path('words'), ...constant(weight * factors.exact) } },
  ...(stem === undefined ? [] : [{ text: { query: stem, path: path('stems'), ...constant(weight * factors.stem) } }]),
  ...(isBeginning
    ? [
        {
          wildcard: {
            query: `${escapeWildcard(text)}*`,
            path: path('words'),
            allowAnalyzedField: true,
            ...constant(weight * factors.beginning),
          },
        },
      ]
    : []),
];

/** So many that the words of other documents rarely decide which similar words count. */
const maxExpansions = 1_000;

const similarWord = ({ text }: SearchWord): readonly Document[] => {
  const maxEdits = allowedMistakes(text);
  return maxEdits === 0
    ? []
    : [{ text: { query: text, path: anyWeight('words'), fuzzy: { maxEdits, maxExpansions } } }];
};

const wordClause = (word: SearchWord, weights: readonly number[], near: boolean): Document => ({
  compound: {
    must: [
      {
        compound: {
          should: [...variantsOf(word, anyWeight, 1), ...(near ? similarWord(word) : [])],
          minimumShouldMatch: 1,
          ...constant(scoreOfWord),
        },
      },
    ],
    should: weights.flatMap((weight) => variantsOf(word, (field) => `${field}.${weightField(weight)}`, weight)),
  },
});

const phraseClause = (words: readonly string[]): Document => ({
  phrase: { query: words.join(' '), path: anyWeight('words') },
});

/** A search in one index. */
export interface AtlasSearch {
  readonly index: number;
  readonly search: Search;
  /** The weights that attributes of the type have. */
  readonly weights: readonly number[];
  /** Whether words with a wrong letter match too. */
  readonly near: boolean;
}

/** @param count how many hits; `after` is the `token` of the last hit before them */
export const searchPipeline = (
  { index, search, weights, near }: AtlasSearch,
  count: number,
  after?: string,
): readonly Document[] => {
  const { words, phrases, excluded } = search;
  const required = words.filter(({ isOptional }) => !isOptional);
  const optional = words.filter(({ isOptional }) => isOptional);
  const clauses = (some: readonly SearchWord[]) => some.map((word) => wordClause(word, weights, near));
  return [
    {
      $search: {
        index: searchIndexName,
        compound: {
          filter: [{ equals: { path: 'index', value: index } }, ...phrases.map(phraseClause)],
          must: [{ compound: { should: clauses(required), minimumShouldMatch: neededWords(required.length) } }],
          ...(optional.length === 0 ? {} : { should: clauses(optional) }),
          ...(excluded.length === 0 ? {} : { mustNot: excluded.map(phraseClause) }),
        },
        // Equal scores have an order that no other document changes.
        sort: { score: { $meta: 'searchScore' }, documentId: 1 },
        count: { type: 'total' },
        ...(after === undefined ? {} : { searchAfter: after }),
      },
    },
    { $limit: count },
    {
      $project: {
        _id: 0,
        documentId: 1,
        score: { $meta: 'searchScore' },
        token: { $meta: 'searchSequenceToken' },
        total: '$$SEARCH_META.count.total',
      },
    },
  ];
};
