// Whether a filter matches a missing document.
import { childrenOf, type Filter } from '../query/index.ts';
import { asksNull } from './compare.ts';

/**
 * @returns whether the filter passes for a relation without target or a component that is absent: it is evaluated as a
 *   join without a partner is in SQL, with null for every value
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
