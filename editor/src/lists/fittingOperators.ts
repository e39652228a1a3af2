// Which operators fit an attribute: those of the API's table, without those that say nothing of such a value.
import { operatorDeclarations, operators, type OperatorDeclaration } from '../../../lib/read/operators/declarations.ts';
import type { Attribute, AttributeType } from '../schema/types.ts';

const texts: ReadonlySet<AttributeType> = new Set(['string', 'text', 'richtext', 'email', 'uid']);

const ordered: ReadonlySet<AttributeType> = new Set([
  ...(['integer', 'biginteger', 'float', 'decimal'] as const),
  ...(['date', 'time', 'datetime', 'timestamp'] as const),
]);

/** The operators that only compare values by their order. */
const byOrder: ReadonlySet<string> = new Set(['$lt', '$lte', '$gt', '$gte', '$between']);

const fits = (name: string, { comparesText, takes }: OperatorDeclaration, { type }: Attribute): boolean => {
  if (takes === 'flag') return true;
  if (type === 'relation' || type === 'boolean') return name === '$eq';
  if (comparesText) return texts.has(type);
  if (byOrder.has(name)) return ordered.has(type);
  return type === 'enumeration' || texts.has(type) || ordered.has(type);
};

/** The operators that people look for first. */
const first = ['$containsi', '$eq', '$in', '$ne', '$notIn'];

const rankOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);

/** @returns the names of the operators that fit, the likeliest first */
export const fittingOperators = (attribute: Attribute): readonly string[] =>
  [...operators]
    .filter(([name, { operator }]) => fits(name, operatorDeclarations[operator], attribute))
    .map(([name]) => name)
    .sort((a, b) => rankOf(a) - rankOf(b));

/** What an operator takes: one value, a list, two values, or none. */
export const operandsOf = (name: string): OperatorDeclaration['takes'] => {
  const known = operators.get(name);
  return known === undefined ? 'one' : operatorDeclarations[known.operator].takes;
};

/** Whether a condition has the values that its operator takes. */
export const isCompleteCondition = (operator: string, values: readonly string[]): boolean => {
  const filled = values.filter((value) => value !== '').length;
  const takes = operandsOf(operator);
  return takes === 'flag' ? true : takes === 'pair' ? filled === 2 : filled > 0;
};
