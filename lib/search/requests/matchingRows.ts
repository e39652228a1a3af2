// Reads the rows that have the words of a search: ranked, or in the order of `sort`.
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import type { PageRows } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import { findVisible } from './findVisible.ts';
import { searchKeyOf } from './rankCursor.ts';
import { countMatches, readRankedPage } from './rankedPage.ts';
import { readHits } from './readHits.ts';
import { sortedRows } from './sortedRows.ts';

/**
 * @param query of a list, with `search`
 * @throws ApiError as `findVisible`, and 400 for a cursor of another search and for too many documents to sort
 */
export const matchingRows = async (service: Service, query: Query, timings: Timings): Promise<PageRows> => {
  const { search: text = '', page, sort } = query;
  const { matches } = await timings.measure('database', () =>
    findVisible(service, [query], { text, path: 'search' }, timings),
  );
  if (sort.length > 0) return sortedRows(service, query, matches, timings);
  const { found, nextCursor } = await timings.measure('database', () =>
    readRankedPage(matches, page, searchKeyOf(text, [query]), (hits) => readHits(service, query, hits, timings)),
  );
  return {
    rows: found.map(({ row }) => row),
    total: page.withCount ? countMatches(matches) : undefined,
    nextCursor,
  };
};
