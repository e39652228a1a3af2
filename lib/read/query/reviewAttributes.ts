// The stage and the assignee of drafts, which queries with `view=edit` may name; in bundles of sites without stages, a stub
// replaces this module.
import { invalid } from '../../errors.ts';
import {
  isContentType,
  reviewAttributesOf,
  reviewNames,
  type AttributeHolder,
  type ScalarAttribute,
} from '../../schema/index.ts';
import type { Comparison, Filter } from './types.ts';

export const reviewAttributes = (
  { editView }: { readonly editView?: boolean },
  holder: AttributeHolder,
): readonly ScalarAttribute[] => (editView === true && isContentType(holder) ? reviewAttributesOf(holder) : []);

/** @throws ApiError 400 for an operator that does not compare whole stages */
const chosenStages = ({ operator, operands, negated }: Comparison, stages: readonly string[]): readonly string[] => {
  if (operator !== 'eq' && operator !== 'in' && operator !== 'null')
    throw invalid(`Filters on ${reviewNames.stage} take $eq, $ne, $in, $notIn, $null and $notNull`);
  // A stage is never null.
  return stages.filter((name) => (operator !== 'null' && operands.includes(name)) !== negated);
};

/** The same filter; documents without a stored stage, or with that of an earlier schema, are in the first one. */
export const withFirstStage = (filter: Filter, attribute: ScalarAttribute): Filter => {
  if (attribute.name !== reviewNames.stage) return filter;
  if (filter.kind === 'and' || filter.kind === 'or')
    return { ...filter, of: filter.of.map((part) => withFirstStage(part, attribute)) };
  if (filter.kind !== 'compare') return filter;
  const stages = attribute.enum ?? [];
  const chosen = chosenStages(filter, stages);
  const among = (operands: readonly string[], negated: boolean): Comparison => ({
    ...{ kind: 'compare', operator: 'in', attribute, operands, negated },
  });
  if (!chosen.some((name) => name === stages[0])) return among(chosen, false);
  const unset: Comparison = { kind: 'compare', operator: 'null', attribute, operands: [], negated: false };
  const others = stages.filter((name) => !chosen.includes(name));
  return { kind: 'or', of: [among(others, true), unset] };
};
