// Conditions on the relations of components: the components come whole with their document and are chosen from later,
// by what lookups of the plan found for the links in them.
import type { Filter, RelatedFilter } from '../query/index.ts';
import { helperOf } from './paths.ts';

export interface RelatedCondition {
  readonly filter: RelatedFilter;
  /** The components between the filtered one and the relation. */
  readonly through: readonly string[];
}

/** Every condition on a relation, in the order that their helper fields are numbered by. */
export const relatedIn = (filter: Filter, through: readonly string[] = []): readonly RelatedCondition[] => {
  switch (filter.kind) {
    case 'compare':
    case 'there':
    case 'inside':
    case 'search':
    case 'publication':
    case 'own':
      return [];
    case 'and':
    case 'or':
      return filter.of.flatMap((part) => relatedIn(part, through));
    case 'embedded':
    case 'entry':
      return relatedIn(filter.where, [...through, filter.attribute.name]);
    case 'related':
      return [{ filter, through }];
  }
};

/**
 * The helper fields of one condition: the targets that match and, where having none passes too, those that are there.
 *
 * @param path to the component
 * @param index the condition's place in `relatedIn`
 */
export const conditionHelpers = (path: readonly string[], index: number) => ({
  matching: helperOf([...path, `?${index}`]),
  living: helperOf([...path, `!${index}`]),
});
