// Finds the documents that match a search text and exist for the caller, the best first.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { withPlace } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import { invalid } from '../../errors.ts';
import { chooseReader } from '../chooseBackend.ts';
import { partitionOf } from './partitionOf.ts';
import { countMatches } from './rankedPage.ts';
import { loadStemmers, parseSearchText } from '../text/index.ts';
import type { FindOptions, Matches, PartitionSearch } from '../types.ts';
import { visibleMatches } from './visibleMatches.ts';

/** A text that is searched in the documents of some queries. */
export interface SearchedText {
  readonly text: string;
  /** The parameter that has it, for errors. */
  readonly path: string;
}

/** What the caller reads of a partition, and what is searched in it. */
export interface SearchedQuery extends PartitionSearch {
  readonly query: Query;
  /** The locale in whose language the text is read, as that of the documents is: by default that of the site. */
  readonly language: string;
}

export interface VisibleMatches {
  /** In the order of the queries. */
  readonly searches: readonly SearchedQuery[];
  readonly matches: Matches;
}

/** With fewer results, words with wrong letters match as well. */
const fewResults = 10;

/** @throws ApiError 400 for a text without words */
const searchesOf = async (
  { text, path }: SearchedText,
  queries: readonly Query[],
  defaultLocale: string,
): Promise<readonly SearchedQuery[]> => {
  const read = queries.map((query) => {
    const partition = partitionOf(query);
    return { query, partition, language: partition.locale ?? defaultLocale };
  });
  await loadStemmers(read.map(({ language }) => language));
  return read.map((one) => {
    const search = parseSearchText(text, one.language, path);
    if (search === undefined) throw invalid(`Invalid value at ${path}, expected a text with words`, { path });
    return { ...one, search };
  });
};

/** Finds matches, and reads their pages, in the reader's share of the connections. */
const findWithPlace = async (
  service: Service,
  searches: readonly PartitionSearch[],
  options: FindOptions,
  { reader }: Timings,
): Promise<Matches> => {
  const { db } = await standaloneOperations(service.database);
  const { findMatches, prepareNear } = chooseReader(service);
  if (options.near === true) await prepareNear(db, searches);
  const { totals, page } = await withPlace(db, reader, () => findMatches(db, searches, options));
  return { totals, page: (start, count) => withPlace(db, reader, () => page(start, count)) };
};

/** As `_q` finds a documentId: parts of one are no words. */
const documentIdPattern = /^[a-z\d]{24}$/i;

/** The document with this documentId, whatever its words are. */
const findDocument = (
  service: Service,
  searches: readonly SearchedQuery[],
  documentId: string,
  timings: Timings,
): Promise<Matches> => {
  const hits = searches.map(({ partition }) => ({ partition, documentId: documentId.toLowerCase(), score: 1 }));
  const matches: Matches = {
    totals: hits.map(() => 1),
    page: (start, count) => Promise.resolve(hits.slice(start, start + count)),
  };
  const queries = searches.map(({ query }) => query);
  return visibleMatches(service, queries, matches, timings, true);
};

/**
 * Finds the documents that have the words of a text, or the one whose documentId it is.
 *
 * @param queries what the caller reads of each partition
 * @throws ApiError 400 for a text without words, for queries of several locales, and for filters that cost too much; 503 if the
 *   caller waits too long for its turn
 */
export const findVisible = async (
  service: Service,
  queries: readonly Query[],
  searched: SearchedText,
  timings: Timings,
): Promise<VisibleMatches> => {
  if (!service.config.search.enabled)
    // Not the text is at fault: without its path, the editor does not take this for a text without words.
    throw invalid('This site has no search: search.enabled is false');
  const { defaultLocale } = await service.locales.known();
  const searches = await searchesOf(searched, queries, defaultLocale);
  if (documentIdPattern.test(searched.text.trim())) {
    const found = await findDocument(service, searches, searched.text.trim(), timings);
    if (countMatches(found) > 0) return { searches, matches: found };
  }
  const find = async (options: FindOptions): Promise<Matches> =>
    visibleMatches(service, queries, await findWithPlace(service, searches, options, timings), timings);
  const matches = await find({});
  // Visible documents alone decide: others would tell of themselves by the near words.
  return { searches, matches: countMatches(matches) < fewResults ? await find({ near: true }) : matches };
};
