// What the benchmark compares.
import type { JudgedSearch } from './corpus.ts';

export const resultsPerSearch = 10;

/** What a word in an attribute counts, for every engine. */
export const weights = { title: 10, summary: 3, body: 1 } as const;

/** A search engine that has the documents of the corpus. */
export interface Engine {
  readonly title: string;
  /** @returns the indexes of the first documents, best first */
  readonly search: (search: JudgedSearch) => Promise<readonly number[]>;
}
