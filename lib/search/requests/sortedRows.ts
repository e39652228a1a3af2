// Reads the rows of documents that match a search in the order of attributes.
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { planRead, runRead, type PageRows } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import { invalid } from '../../errors.ts';
import { documentsQuery } from './documentsQuery.ts';
import { countMatches } from './rankedPage.ts';
import type { Matches } from '../types.ts';

/** How many documents can be sorted by an attribute: their ids are a condition of the query. */
const maxSorted = 10_000;

/**
 * @param query with `sort`
 * @param matches of the query alone
 * @throws ApiError 400 for too many documents to sort, and as `runRead`
 */
export const sortedRows = async (
  service: Service,
  query: Query,
  matches: Matches,
  timings: Timings,
): Promise<PageRows> => {
  const total = countMatches(matches);
  if (total > maxSorted)
    throw invalid(`More than ${maxSorted} documents match the search: search more words, or leave out sort`, {
      path: 'sort',
    });
  const hits = await matches.page(0, total);
  const documentIds = hits.map(({ documentId }) => documentId);
  const { filter } = documentsQuery(query, documentIds);
  return runRead(service, planRead(service, { ...query, filter }, timings), timings);
};
