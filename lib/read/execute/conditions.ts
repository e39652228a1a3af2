// Collects the lookup results for conditions on relations inside components.
import { conditionHelpers, relatedConditions } from '../plan/index.ts';
import type { Filter, RelatedFilter } from '../query/index.ts';

export interface ConditionTargets {
  /** The documentIds of the related documents that match. */
  readonly matching: ReadonlySet<unknown>;
  /** The documentIds of all related documents; empty when the condition does not need them. */
  readonly living: ReadonlySet<unknown>;
}

/** By condition. */
export type TargetsByCondition = ReadonlyMap<RelatedFilter, ConditionTargets>;

type Ids = (helper: string) => ReadonlySet<unknown>;

/**
 * @param path the path to the filtered component
 * @param idsIn returns the documentIds in a helper field
 */
export const conditionTargets = (filter: Filter | undefined, path: readonly string[], idsIn: Ids): TargetsByCondition =>
  new Map(
    (filter === undefined ? [] : relatedConditions(filter)).map(({ filter: related }, index) => {
      const { matching, living } = conditionHelpers(path, index);
      return [related, { matching: idsIn(matching), living: idsIn(living) }];
    }),
  );
