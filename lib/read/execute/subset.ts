// Filters and sorts components in memory, because they are read whole with their document.
import { comparesNull, conditionHelpers, matchesMissing, relatedConditions } from '../plan/index.ts';
import type { Comparison, Filter, Operand, RelatedFilter, SortKey, Subset } from '../query/index.ts';
import { compareValues, equalValues, jsonTypeRank, operatorSpecs } from '../operators/index.ts';
import { componentsOf, linksOf } from '../../platform/db/index.ts';
import { isObject } from '../../schema/index.ts';

/** As in SQL, a null value only passes `$null`. */
const matchesComparison = (value: unknown, comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  if (attribute.value === 'json' || attribute.value === 'blocks') return matchesJsonComparison(value, [], comparison);
  if (value === undefined || value === null) return comparesNull(comparison) && !negated;
  return (!comparesNull(comparison) && operatorSpecs[operator].matches(value, operands)) !== negated;
};

/** The values at a path in a JSON value; the path continues into the objects of a list. */
const valuesAt = (value: unknown, [key, ...path]: readonly string[]): readonly unknown[] => {
  if (key === undefined) return [value];
  const objects = [value].flat().filter(isObject);
  return objects.flatMap((object) => (Object.hasOwn(object, key) ? valuesAt(object[key], path) : []));
};

/**
 * Evaluates a comparison on a JSON value, or on the values at a path in it, by the same rules as
 * `jsonCondition` in lib/read/plan.
 */
const matchesJsonComparison = (value: unknown, path: readonly string[], comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  const found = valuesAt(value, path);
  const exists = found.some((one) => one !== undefined && one !== null);
  if (comparesNull(comparison)) return exists === negated;
  const some =
    attribute.value === 'text'
      ? found.flat().some((one) => typeof one === 'string' && operatorSpecs[operator].matches(one, operands))
      : operator === 'in'
        ? operands.some((operand) => matchesWholeValue(found, (one) => equalValues(one, operand)))
        : matchesWholeValue(
            found,
            (one) => haveSameKinds(one, operands) && operatorSpecs[operator].matches(one, operands),
          );
  return negated ? exists && !some : some;
};

const haveSameKinds = (value: unknown, operands: readonly Operand[]): boolean =>
  operands.every((operand) => jsonTypeRank(operand) === jsonTypeRank(value));

/** A list is one value: it does not match because one of its elements does. */
const matchesWholeValue = (found: readonly unknown[], test: (value: unknown) => boolean): boolean =>
  found.some(test) && !found.some((one) => Array.isArray(one) && one.some(test));

interface ConditionTargets {
  /** The documentIds of the related documents that match. */
  readonly matching: ReadonlySet<unknown>;
  /** The documentIds of all related documents; empty when the condition does not need them. */
  readonly living: ReadonlySet<unknown>;
}

/** By condition. */
type TargetsByCondition = ReadonlyMap<RelatedFilter, ConditionTargets>;

type Ids = (helper: string) => ReadonlySet<unknown>;

/**
 * Collects the lookup results for conditions on relations inside components.
 *
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

type Values = Readonly<Record<string, unknown>>;

const matchesRelated = (values: Values, filter: RelatedFilter, conditions: TargetsByCondition): boolean => {
  const links = linksOf(values[filter.attribute.name]);
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
      const parts = componentsOf(values[filter.attribute.name]);
      return parts.length === 0
        ? matchesMissing(filter.where)
        : parts.some((part) => matchesFilter(part, filter.where, conditions));
    }
    case 'there':
      return !filter.negated;
    case 'related':
      return matchesRelated(values, filter, conditions);
    case 'entry':
      return componentsOf(values[filter.attribute.name]).some(
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
  through.reduce<Values>((at, { name }) => componentsOf(at[name])[0] ?? {}, values)[attribute.name] ?? null;

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
