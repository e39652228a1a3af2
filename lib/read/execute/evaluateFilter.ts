// Evaluates comparisons on values in memory: those of components, which are read whole with their document.
import { jsonKind, equalValues, operatorSpecs } from '../operators/index.ts';
import { asksNull } from '../plan/index.ts';
import type { Comparison, Operand } from '../query/index.ts';
import { isObject } from '../../schema/index.ts';

/** As in SQL, a null value only passes `$null`. */
export const passes = (value: unknown, comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  if (attribute.value === 'json' || attribute.value === 'blocks') return passesInside(value, [], comparison);
  if (isNull(value)) return asksNull(comparison) && !negated;
  return (asksNull(comparison) ? false : operatorSpecs[operator].matches(value, operands)) !== negated;
};

const isNull = (value: unknown): boolean => value === undefined || value === null;

/** The values at a path in a JSON value; the path continues into the objects of a list. */
const valuesAt = (value: unknown, [key, ...path]: readonly string[]): readonly unknown[] => {
  if (key === undefined) return [value];
  const objects = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isObject);
  return objects.flatMap((object) => (Object.hasOwn(object, key) ? valuesAt(object[key], path) : []));
};

/**
 * Evaluates a comparison on a JSON value, or on the values at a path in it, by the same rules as `ofJson` in
 * lib/read/plan.
 */
export const passesInside = (value: unknown, path: readonly string[], comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  const found = valuesAt(value, path);
  const there = found.some((one) => !isNull(one));
  if (asksNull(comparison)) return there === negated;
  const some =
    attribute.value === 'text'
      ? found.flat().some((one) => typeof one === 'string' && operatorSpecs[operator].matches(one, operands))
      : operator === 'in'
        ? operands.some((operand) => isWhole(found, (one) => equalValues(one, operand)))
        : isWhole(found, (one) => sameKinds(one, operands) && operatorSpecs[operator].matches(one, operands));
  return negated ? there && !some : some;
};

const sameKinds = (value: unknown, operands: readonly Operand[]): boolean =>
  operands.every((operand) => jsonKind(operand) === jsonKind(value));

/** A list is one value: it does not match because one of its elements does. */
const isWhole = (found: readonly unknown[], test: (value: unknown) => boolean): boolean =>
  found.some(test) && !found.some((one) => Array.isArray(one) && one.some(test));
