// Turns a search into a query of Meilisearch, and declares the settings of its index.
import type { MultiSearchQuery, Settings } from 'meilisearch';
import { weightField } from '../textsByWeight.ts';
import type { Search } from '../types.ts';

const maxWeight = 100;

/** How many hits a search can reach in one partition. It ranks all of them, also if only the first are shown. */
export const maxHits = 10_000;

/**
 * The settings of the index. No ranking rule counts how frequent a word is, so a document's rank does not depend on others;
 * documents that the rules rank equally have an order of their own.
 */
export const indexSettings: Settings = {
  searchableAttributes: Array.from({ length: maxWeight }, (_, index) => weightField(maxWeight - index)),
  filterableAttributes: ['partition'],
  displayedAttributes: ['documentId'],
  rankingRules: ['words', 'typo', 'attribute', 'proximity', 'exactness', 'documentId:asc'],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 }, disableOnNumbers: true },
  pagination: { maxTotalHits: maxHits },
};

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
  const outside = wordsOutside(search);
  const required = outside.filter(({ isOptional }) => !isOptional);
  const words = required.length === 0 && search.phrases.length === 0 ? outside : required;
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
export const searchQuery = (
  indexUid: string,
  { index, search, near }: MeilisearchSearch,
  page: number,
  hitsPerPage: number,
): MultiSearchQuery => ({
  indexUid,
  q: queryText(search, near),
  filter: `partition = ${index}`,
  matchingStrategy: 'all',
  attributesToRetrieve: ['documentId'],
  showRankingScore: true,
  page,
  hitsPerPage,
});
