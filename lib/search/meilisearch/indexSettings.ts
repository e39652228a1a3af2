// The settings of the index in Meilisearch.
import type { Settings } from 'meilisearch';
import { maxSearchWeight } from '../../schema/index.ts';
import { wordLengths } from '../text/index.ts';
import { weightField } from '../textsByWeight.ts';

/** How many hits a search can reach in one partition. It ranks all of them, also if only the first are shown. */
const maxHits = 10_000;

/**
 * The settings of the index. No ranking rule counts how frequent a word is, so a document's rank does not depend on others;
 * documents that the rules rank equally have an order of their own.
 */
export const indexSettings: Settings = {
  searchableAttributes: Array.from({ length: maxSearchWeight }, (_, index) => weightField(maxSearchWeight - index)),
  filterableAttributes: ['index'],
  displayedAttributes: ['documentId'],
  rankingRules: ['words', 'typo', 'attribute', 'proximity', 'exactness', 'documentId:asc'],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: wordLengths.oneMistake, twoTypos: wordLengths.twoMistakes },
    disableOnNumbers: true,
  },
  pagination: { maxTotalHits: maxHits },
};
