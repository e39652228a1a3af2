// Conditions on the relations of components: the components come whole with their document and are chosen from later,
// by what lookups of the plan found for the links in them.
import { childrenOf, type Filter, type RelatedFilter } from '../query/index.ts';
import { helperOf } from './paths.ts';

export interface RelatedCondition {
  readonly filter: RelatedFilter;
  /** The components between the filtered one and the relation. */
  readonly through: readonly string[];
}

/** Every condition on a relation, in the order that their helper fields are numbered by. */
export const relatedIn = (filter: Filter, through: readonly string[] = []): readonly RelatedCondition[] => {
  if (filter.kind === 'related') return [{ filter, through }];
  const inside = filter.kind === 'embedded' || filter.kind === 'entry' ? [...through, filter.attribute.name] : through;
  return childrenOf(filter).flatMap((child) => relatedIn(child, inside));
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
