// Reads the rows that have the words of a search: ranked, or in the order of `sort`.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import type { Timings } from '../../platform/timings.ts';
import { planOf, runShared, type PageRows, type Row } from '../../read/execute/index.ts';
import type { Query } from '../../read/query/index.ts';
import { documentsQuery } from './documentsQuery.ts';
import { findVisible } from './findVisible.ts';
import { searchKeyOf } from './rankCursor.ts';
import { countMatches, readRankedPage } from './rankedPage.ts';
import { sortedRows } from './sortedRows.ts';
import type { Hit } from '../types.ts';

/** Reads those documents of the hits that exist for the caller, by documentId. */
const readHits = async (
  service: Service,
  query: Query,
  hits: readonly Hit[],
  timings: Timings,
): Promise<ReadonlyMap<string, Row>> => {
  const { type } = query;
  const documentIds = hits.filter(({ partition }) => partition.type === type).map(({ documentId }) => documentId);
  if (documentIds.length === 0) return new Map();
  const unit = await standaloneOperations(service.database);
  const { rows } = await runShared(unit, planOf(documentsQuery(query, documentIds), service.schema), timings.reader);
  return new Map(rows.map((row) => [String(row.documentId), row]));
};

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
