// Whether a filter matches a missing document.
import { childrenOf, type Filter } from '../query/index.ts';
import { comparesNull } from './comparisonCondition.ts';

/**
 * @returns whether the filter passes for a relation without a target or for an absent component: every value is null,
 *   as for a row without a partner in an SQL outer join
 */
export const matchesMissing = (filter: Filter): boolean => {
  switch (filter.kind) {
    case 'compare':
      return comparesNull(filter) && !filter.negated;
    case 'inside':
      return matchesMissing(filter.comparison);
    case 'there':
      return filter.negated;
    case 'and':
      return childrenOf(filter).every(matchesMissing);
    case 'or':
    case 'related':
    case 'embedded':
      return childrenOf(filter).some(matchesMissing);
    case 'entry':
    case 'search':
    case 'publication':
    case 'own':
      return false;
  }
};
