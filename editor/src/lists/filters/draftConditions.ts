// Conditions while they are edited: they may be incomplete.
import { groupsOf, joinGroups, type Condition } from '../conditions.ts';
import { isCompleteCondition } from '../fittingOperators.ts';

/** Conditions change their place, so that each needs an identity. */
export interface DraftCondition extends Condition {
  readonly id: number;
}

let nextId = 0;

export const toDraft = (condition: Condition): DraftCondition => {
  nextId += 1;
  return { ...condition, id: nextId };
};

export const newCondition = (): DraftCondition => toDraft({ path: [], operator: '', values: [] });

const isUsable = ({ path, operator, values }: Condition): boolean =>
  path.length > 0 && operator !== '' && isCompleteCondition(operator, values);

/** @returns the conditions that are complete */
export const usableConditions = (drafts: readonly DraftCondition[]): readonly Condition[] =>
  joinGroups(
    groupsOf(drafts).map((group) =>
      group
        .map(({ path, operator, values }) => ({ path, operator, values: values.filter((value) => value !== '') }))
        .filter(isUsable),
    ),
  );
