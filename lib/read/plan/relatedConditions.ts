// Lists the conditions on relations inside components: lookups of the plan answer them, and the components are filtered
// in memory later.
import { childrenOf, type Filter, type RelatedFilter } from '../query/index.ts';
import { helperOf } from './paths.ts';

export interface RelatedCondition {
  readonly filter: RelatedFilter;
  /** The components between the filtered one and the relation. */
  readonly through: readonly string[];
}

/** Every condition on a relation inside a filter; helper fields are numbered in this order. */
export const relatedConditions = (filter: Filter, through: readonly string[] = []): readonly RelatedCondition[] => {
  if (filter.kind === 'related') return [{ filter, through }];
  const inside = filter.kind === 'embedded' || filter.kind === 'entry' ? [...through, filter.attribute.name] : through;
  return childrenOf(filter).flatMap((child) => relatedConditions(child, inside));
};

/**
 * Names the helper fields of one condition: the targets that match and, where a missing target passes too, all targets.
 *
 * @param path the path to the component
 * @param index the position of the condition in `relatedConditions`
 */
export const conditionHelpers = (path: readonly string[], index: number) => ({
  matching: helperOf([...path, `?${index}`]),
  living: helperOf([...path, `!${index}`]),
});
