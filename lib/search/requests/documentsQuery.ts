// Reads documents that the index names by the normal read path.
import { combineFilters, type Query } from '../../read/query/index.ts';
import { identityAttributes } from '../../schema/index.ts';

const [, documentIdAttribute] = identityAttributes;

/** The query for those of the documents that exist for the caller and match the filters of a query, in any order. */
export const documentsQuery = (query: Query, documentIds: readonly string[]): Query => ({
  ...query,
  filter: combineFilters([
    { kind: 'compare', attribute: documentIdAttribute, operator: 'in', negated: false, operands: documentIds },
    query.filter,
  ]),
  sort: [],
  page: { mode: 'offset', start: 0, limit: Math.max(1, documentIds.length), withCount: false },
});
