// What the lookups of a plan found for the conditions on relations of components.
import { conditionHelpers, relatedIn } from '../plan/index.ts';
import type { Filter, RelatedFilter } from '../query/index.ts';

export interface Found {
  /** The documentIds of the related documents that match. */
  readonly matching: ReadonlySet<unknown>;
  /** Of those that are there; empty where it is not asked. */
  readonly living: ReadonlySet<unknown>;
}

/** By the condition they are found for. */
export type Conditions = ReadonlyMap<RelatedFilter, Found>;

type Ids = (helper: string) => ReadonlySet<unknown>;

/**
 * @param path to the filtered component
 * @param idsIn the documentIds that a helper field holds
 */
export const conditionsOf = (filter: Filter | undefined, path: readonly string[], idsIn: Ids): Conditions =>
  new Map(
    (filter === undefined ? [] : relatedIn(filter)).map(({ filter: related }, index) => {
      const { matching, living } = conditionHelpers(path, index);
      return [related, { matching: idsIn(matching), living: idsIn(living) }];
    }),
  );
