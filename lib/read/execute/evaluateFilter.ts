// Evaluates comparisons on values in memory: those of components, which are read whole with their document.
import { jsonTypeRank, equalValues, operatorSpecs } from '../operators/index.ts';
import { comparesNull } from '../plan/index.ts';
import type { Comparison, Operand } from '../query/index.ts';
import { isObject } from '../../schema/index.ts';

/** As in SQL, a null value only passes `$null`. */
export const matchesComparison = (value: unknown, comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  if (attribute.value === 'json' || attribute.value === 'blocks') return matchesJsonComparison(value, [], comparison);
  if (isNull(value)) return comparesNull(comparison) && !negated;
  return (comparesNull(comparison) ? false : operatorSpecs[operator].matches(value, operands)) !== negated;
};

const isNull = (value: unknown): boolean => value === undefined || value === null;

/** The values at a path in a JSON value; the path continues into the objects of a list. */
const valuesAt = (value: unknown, [key, ...path]: readonly string[]): readonly unknown[] => {
  if (key === undefined) return [value];
  const objects = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isObject);
  return objects.flatMap((object) => (Object.hasOwn(object, key) ? valuesAt(object[key], path) : []));
};

/**
 * Evaluates a comparison on a JSON value, or on the values at a path in it, by the same rules as
 * `jsonCondition` in lib/read/plan.
 */
export const matchesJsonComparison = (value: unknown, path: readonly string[], comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  const found = valuesAt(value, path);
  const exists = found.some((one) => !isNull(one));
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
