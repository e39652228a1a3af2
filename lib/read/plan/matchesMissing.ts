// What a condition says of a document that is not there.
import type { Filter } from '../query/index.ts';
import { asksNull } from './compare.ts';

/** Whether the conditions hold of a row of nulls: what a join without a partner gives. */
export const holdsOfNothing = (filter: Filter): boolean => {
  switch (filter.kind) {
    case 'compare':
      return asksNull(filter) && !filter.negated;
    case 'and':
      return filter.of.every(holdsOfNothing);
    case 'or':
      return filter.of.some(holdsOfNothing);
    case 'related':
    case 'embedded':
      return holdsOfNothing(filter.where);
    case 'there':
      return filter.negated;
    case 'inside':
      return asksNull(filter.comparison) && !filter.comparison.negated;
    case 'entry':
    case 'search':
    case 'publication':
    case 'own':
      return false;
  }
};
