// Filters and sorts components in memory, because they are read whole with their document.
import { matchesMissing } from '../plan/index.ts';
import type { Filter, RelatedFilter, SortKey, Subset } from '../query/index.ts';
import type { TargetsByCondition } from './conditions.ts';
import { compareValues } from '../operators/index.ts';
import { matchesComparison, matchesJsonComparison } from './evaluateFilter.ts';

type Values = Readonly<Record<string, unknown>>;

// The casts are safe: lib/write/documents wrote the components.
const childrenAt = (values: Values, name: string): readonly Values[] => {
  const value = values[name];
  return value === undefined || value === null ? [] : Array.isArray(value) ? (value as Values[]) : [value as Values];
};

const matchesRelated = (values: Values, filter: RelatedFilter, conditions: TargetsByCondition): boolean => {
  const links = childrenAt(values, filter.attribute.name);
  const found = conditions.get(filter);
  if (found === undefined) throw new Error(`The plan looks up nothing for ${filter.attribute.name}`);
  if (links.some(({ to }) => found.matching.has(to))) return true;
  return matchesMissing(filter.where) && !links.some(({ to }) => found.living.has(to));
};

const matchesFilter = (values: Values, filter: Filter, conditions: TargetsByCondition): boolean => {
  switch (filter.kind) {
    case 'compare':
      return matchesComparison(values[filter.attribute.name], filter);
    case 'and':
      return filter.of.every((part) => matchesFilter(values, part, conditions));
    case 'or':
      return filter.of.some((part) => matchesFilter(values, part, conditions));
    case 'embedded': {
      const parts = childrenAt(values, filter.attribute.name);
      return parts.length === 0
        ? matchesMissing(filter.where)
        : parts.some((part) => matchesFilter(part, filter.where, conditions));
    }
    case 'there':
      return !filter.negated;
    case 'related':
      return matchesRelated(values, filter, conditions);
    case 'entry':
      return childrenAt(values, filter.attribute.name).some(
        (part) => part.__component === filter.component.uid && matchesFilter(part, filter.where, conditions),
      );
    case 'inside':
      return matchesJsonComparison(values[filter.comparison.attribute.name], filter.path, filter.comparison);
    case 'search':
    case 'publication':
    case 'own':
      throw new Error(`${filter.kind} only applies to documents`);
  }
};

const valueAt = (values: Values, { through, attribute }: SortKey): unknown =>
  through.reduce<Values>((at, { name }) => childrenAt(at, name)[0] ?? {}, values)[attribute.name] ?? null;

const compareBy =
  (sort: readonly SortKey[]) =>
  (a: Values, b: Values): number => {
    for (const key of sort) {
      const [x, y] = [valueAt(a, key), valueAt(b, key)];
      const order = x === null || y === null ? Number(y === null) - Number(x === null) : compareValues(x, y);
      if (order !== 0) return key.direction === 'asc' ? order : -order;
    }
    return 0;
  };

/** @returns the parts that match, sorted (stably; nulls first ascending) */
export const subsetOf = <T extends Values>(
  parts: readonly T[],
  { filter, sort }: Subset,
  conditions: TargetsByCondition,
): readonly T[] => {
  const chosen = filter === undefined ? parts : parts.filter((part) => matchesFilter(part, filter, conditions));
  return sort.length === 0 ? chosen : [...chosen].sort(compareBy(sort));
};
