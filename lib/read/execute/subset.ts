// Filters and sorts components in memory, because they are read whole with their document.
import { holdsOfNothing } from '../plan/index.ts';
import type { Filter, RelatedFilter, SortKey, Subset } from '../query/index.ts';
import type { Conditions } from './conditions.ts';
import { compareValues } from '../operators/index.ts';
import { passes, passesInside } from './evaluateFilter.ts';

type Values = Readonly<Record<string, unknown>>;

// The casts are safe: lib/write/documents wrote the components.
const below = (values: Values, name: string): readonly Values[] => {
  const value = values[name];
  return value === undefined || value === null ? [] : Array.isArray(value) ? (value as Values[]) : [value as Values];
};

const related = (values: Values, filter: RelatedFilter, conditions: Conditions): boolean => {
  const links = below(values, filter.attribute.name);
  const found = conditions.get(filter);
  if (found === undefined) throw new Error(`The plan looks up nothing for ${filter.attribute.name}`);
  if (links.some(({ to }) => found.matching.has(to))) return true;
  return holdsOfNothing(filter.where) && !links.some(({ to }) => found.living.has(to));
};

const matches = (values: Values, filter: Filter, conditions: Conditions): boolean => {
  switch (filter.kind) {
    case 'compare':
      return passes(values[filter.attribute.name], filter);
    case 'and':
      return filter.of.every((part) => matches(values, part, conditions));
    case 'or':
      return filter.of.some((part) => matches(values, part, conditions));
    case 'embedded': {
      const parts = below(values, filter.attribute.name);
      return parts.length === 0
        ? holdsOfNothing(filter.where)
        : parts.some((part) => matches(part, filter.where, conditions));
    }
    case 'there':
      return !filter.negated;
    case 'related':
      return related(values, filter, conditions);
    case 'entry':
      return below(values, filter.attribute.name).some(
        (part) => part.__component === filter.component.uid && matches(part, filter.where, conditions),
      );
    case 'inside':
      return passesInside(values[filter.comparison.attribute.name], filter.path, filter.comparison);
    case 'search':
    case 'publication':
    case 'own':
      throw new Error(`${filter.kind} only applies to documents`);
  }
};

const valueAt = (values: Values, { through, attribute }: SortKey): unknown =>
  through.reduce<Values>((at, { name }) => below(at, name)[0] ?? {}, values)[attribute.name] ?? null;

const inOrder =
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
  conditions: Conditions,
): readonly T[] => {
  const chosen = filter === undefined ? parts : parts.filter((part) => matches(part, filter, conditions));
  return sort.length === 0 ? chosen : [...chosen].sort(inOrder(sort));
};
