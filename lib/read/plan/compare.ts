// Comparisons to conditions on one field.
import { operatorSpecs, textPattern } from '../operators/index.ts';
import type { Comparison } from '../query/index.ts';
import type { ScalarAttribute } from '../../schema/index.ts';
import { never, pathOf } from './paths.ts';
import type { Document } from './types.ts';

/** Whether a comparison is with null, which only what is not there, or is null, passes. */
export const asksNull = ({ operator, operands }: Comparison): boolean =>
  operator === 'null' || (operator === 'eq' && operands[0] === null);

export const compare = (comparison: Comparison, prefix: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  const path = pathOf(prefix, attribute.name);
  if (attribute.value === 'json' || attribute.value === 'blocks') return ofJson(comparison, path);
  if (asksNull(comparison)) return { [path]: negated ? { $ne: null } : { $eq: null } };
  const condition = operatorSpecs[operator].condition(operands);
  return { [path]: negated ? { $not: condition, $ne: null } : condition };
};

/**
 * The condition on a JSON value, or on what a path into one leads to: through a list to several values, of which some has
 * to pass (negated: there is one, and none would). `lib/read/execute/evaluateFilter.ts` says the same of values at hand.
 */
export const ofJson = (comparison: Comparison, path: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  // `null` says little here: where the path leads through a list of numbers, nothing is equal to it.
  const there = { [path]: { $type: ['object', 'array', 'string', 'number', 'bool'] } };
  if (asksNull(comparison)) return negated ? there : { $nor: [there] };
  // Text operators look into the texts of a list, too; everything else asks for a value as a whole.
  const some =
    attribute.value === 'text' ? { [path]: operatorSpecs[operator].condition(operands) } : whole(comparison, path);
  return negated ? { $and: [there, { $nor: [some] }] } : some;
};

/** MongoDB asks the elements of a list too: a JSON value is compared as a whole, so no element may be what matched. */
const whole = ({ operator, operands }: Comparison, path: string): Document => {
  const wanted =
    operator === 'in' ? operands.map((operand) => ({ $eq: operand })) : [operatorSpecs[operator].condition(operands)];
  const any = wanted.map((condition) => ({ [path]: { ...condition, $not: { $elemMatch: condition } } }));
  return any.length === 0 ? never : { $or: any };
};

/** Texts that hold the text, in any case; numbers whose digits do, where the text could be of a number. */
export const search = (text: string, attributes: readonly ScalarAttribute[], prefix: string): Document => {
  const condition = textPattern('', text, '', true);
  const ways = attributes.flatMap((attribute): readonly Document[] => {
    const path = pathOf(prefix, attribute.name);
    if (attribute.value === 'text') return [{ [path]: condition }];
    if (!/^[-+.\d]+$/.test(text)) return [];
    const input = { $toString: `$${path}` };
    return [{ $expr: { $regexMatch: { input, regex: { $literal: condition.$regex as string }, options: 'i' } } }];
  });
  return ways.length === 0 ? never : { $or: ways };
};
