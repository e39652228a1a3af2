// Lists the filters directly inside a filter.
import type { Filter } from './types.ts';

/** @returns the filters directly inside a filter; a filter on one value, text or version has none */
export const childrenOf = (filter: Filter): readonly Filter[] => {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.of;
    case 'related':
    case 'embedded':
    case 'entry':
      return [filter.where];
    case 'compare':
    case 'there':
    case 'inside':
    case 'search':
    case 'publication':
    case 'own':
      return [];
  }
};
