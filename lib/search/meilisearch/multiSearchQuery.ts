// Turns a search into a query of Meilisearch.
import type { MultiSearchQuery } from 'meilisearch';
import type { Search } from '../types.ts';

const quote = (words: readonly string[]): string => `"${words.join(' ').replaceAll('"', ' ')}"`;

/** The words that no phrase has. */
const wordsOutside = ({ words, phrases }: Search): Search['words'] => {
  const inPhrases = new Set(phrases.flat());
  return words.filter(({ text }) => !inPhrases.has(text));
};

/**
 * The text of a query. Meilisearch reads ten words and phrases of it, so those that exclude come first. It accepts mistakes in
 * words without quotes, and takes a last word without quotes and without a space after it for a beginning.
 */
export const queryText = (search: Search, near: boolean): string => {
  const words = wordsOutside(search).filter(({ isOptional }) => !isOptional);
  const last = words.at(-1);
  const parts = [
    ...search.excluded.map((phrase) => `-${quote(phrase)}`),
    ...search.phrases.map(quote),
    ...words.map(({ text, isBeginning }) => (near || isBeginning ? text : quote([text]))),
  ];
  return parts.join(' ') + (last?.isBeginning === true ? '' : ' ');
};

/** A search in the documents of one index of Lectern. */
export interface MeilisearchSearch {
  readonly index: number;
  readonly search: Search;
  readonly near: boolean;
}

/** @param page from 1 on */
export const multiSearchQuery = (
  indexUid: string,
  { index, search, near }: MeilisearchSearch,
  page: number,
  hitsPerPage: number,
): MultiSearchQuery => ({
  indexUid,
  q: queryText(search, near),
  filter: `index = ${index}`,
  matchingStrategy: 'all',
  attributesToRetrieve: ['documentId'],
  showRankingScore: true,
  page,
  hitsPerPage,
});
