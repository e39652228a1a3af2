// Whether a filter matches a missing document.
import { childrenOf, type Filter } from '../query/index.ts';
import { asksNull } from './compare.ts';

/**
 * @returns whether the filter passes for a relation without a target or for an absent component: every value is null,
 *   as
 *   for a row without a partner in an SQL outer join
 */
export const holdsOfNothing = (filter: Filter): boolean => {
  switch (filter.kind) {
    case 'compare':
      return asksNull(filter) && !filter.negated;
    case 'inside':
      return holdsOfNothing(filter.comparison);
    case 'there':
      return filter.negated;
    case 'and':
      return childrenOf(filter).every(holdsOfNothing);
    case 'or':
    case 'related':
    case 'embedded':
      return childrenOf(filter).some(holdsOfNothing);
    case 'entry':
    case 'search':
    case 'publication':
    case 'own':
      return false;
  }
};
