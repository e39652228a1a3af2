// Formats the quality of the searches as a section of Markdown.
import { markdownTable, rightAligned } from '../table.ts';

/** The searches of one kind in one language, and how good each engine is at them. */
export interface QualityRow {
  readonly locale: string;
  readonly kind: string;
  readonly searches: number;
  /** nDCG@10, by engine. */
  readonly quality: readonly number[];
}

const formatQuality = (value: number): string => value.toFixed(3);

/** @returns the section */
export const qualityReport = (
  engines: readonly string[],
  documents: number,
  rows: readonly QualityRow[],
): string => `# Quality of the search

\`npm run bench search\` writes this section: nDCG@10 for each kind of search, from 0 to 1; 1 is the best possible order of the best documents.

${markdownTable(
  [['language', 'left'], ['search', 'left'], ...rightAligned('searches', ...engines)],
  rows.map(({ locale, kind, searches, quality }) => [locale, kind, String(searches), ...quality.map(formatQuality)]),
)}

- ${documents.toLocaleString('en-US')} documents, half of them in English and half in German. **They are made, not collected** (\`bench/search/corpus.ts\`, always the
  same ones): each is about a topic and an aspect, less about a second topic and aspect, and mentions others in passing. So it is known
  which documents a search should find, and nobody judged them by hand: 3 for a document about both words, 2 and 1 for one that
  is less about them, 0 for one that only mentions them. Sentences come from patterns, so real texts will give other figures. The
  difference between two engines says more than the figure of one.
- The expectations favour no engine: they come from what a document is about, and not from the words in it. An author uses only
  one or two forms of a word, so stemming matters for all kinds.
- All engines have the same weights: title 10, summary 3, body 1. MongoDB stems in each document's language. MiniSearch ranks with BM25, completes words,
  and allows one mistake in five letters. Meilisearch could not be installed where this ran: no package registry has its server.
`;
