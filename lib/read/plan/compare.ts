// Comparisons to conditions on one field.
import { invalid } from '../../errors.ts';
import type { Comparison, Operand, Operator } from '../query/index.ts';
import type { ScalarAttribute } from '../../schema/index.ts';
import { never, pathOf } from './paths.ts';
import type { Document } from './types.ts';

/** MongoDB refuses patterns over 32,764 bytes. */
const maxPattern = 32_000;

const pattern = (before: string, operand: Operand | undefined, after: string, options: string): Document => {
  const text = typeof operand === 'string' ? operand : ''; // lib/read/query gives these operators text only
  const escaped = text.replace(
    /[\\^$.*+?()[\]{}|/#\s-]/g,
    (character) => `\\x{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );
  if (Buffer.byteLength(escaped) > maxPattern) throw invalid('The text to search for is too long');
  return { $regex: `${before}${escaped}${after}`, $options: options };
};

type Conditions = (operands: readonly Operand[]) => Document;

const first =
  (condition: (operand: Operand | undefined) => Document): Conditions =>
  (operands) =>
    condition(operands[0]);

/** The condition on one field. Comparisons never match null: MongoDB brackets them by type. */
const conditions: Record<Operator, Conditions> = {
  eq: first(($eq) => ({ $eq })),
  eqi: first((operand) => pattern('^', operand, '\\z', 'i')),
  lt: first(($lt) => ({ $lt })),
  lte: first(($lte) => ({ $lte })),
  gt: first(($gt) => ({ $gt })),
  gte: first(($gte) => ({ $gte })),
  in: (operands) => ({ $in: operands }),
  contains: first((operand) => pattern('', operand, '', '')),
  containsi: first((operand) => pattern('', operand, '', 'i')),
  startsWith: first((operand) => pattern('^', operand, '', '')),
  startsWithi: first((operand) => pattern('^', operand, '', 'i')),
  endsWith: first((operand) => pattern('', operand, '\\z', '')),
  endsWithi: first((operand) => pattern('', operand, '\\z', 'i')),
  between: ([$gte, $lte]) => ({ $gte, $lte }),
  null: () => ({ $eq: null }),
};

/** Whether a comparison is with null, which only what is not there, or is null, passes. */
export const asksNull = ({ operator, operands }: Comparison): boolean =>
  operator === 'null' || (operator === 'eq' && operands[0] === null);

export const compare = (comparison: Comparison, prefix: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  const path = pathOf(prefix, attribute.name);
  if (attribute.value === 'json' || attribute.value === 'blocks') return ofJson(comparison, path);
  if (asksNull(comparison)) return { [path]: negated ? { $ne: null } : { $eq: null } };
  const condition = conditions[operator](operands);
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
  const some = attribute.value === 'text' ? { [path]: conditions[operator](operands) } : whole(comparison, path);
  return negated ? { $and: [there, { $nor: [some] }] } : some;
};

/** MongoDB asks the elements of a list too: a JSON value is compared as a whole, so no element may be what matched. */
const whole = ({ operator, operands }: Comparison, path: string): Document => {
  const wanted = operator === 'in' ? operands.map((operand) => ({ $eq: operand })) : [conditions[operator](operands)];
  const any = wanted.map((condition) => ({ [path]: { ...condition, $not: { $elemMatch: condition } } }));
  return any.length === 0 ? never : { $or: any };
};

/** Texts that hold the text, in any case; numbers whose digits do, where the text could be of a number. */
export const search = (text: string, attributes: readonly ScalarAttribute[], prefix: string): Document => {
  const condition = pattern('', text, '', 'i');
  const ways = attributes.flatMap((attribute): readonly Document[] => {
    const path = pathOf(prefix, attribute.name);
    if (attribute.value === 'text') return [{ [path]: condition }];
    if (!/^[-+.\d]+$/.test(text)) return [];
    const input = { $toString: `$${path}` };
    return [{ $expr: { $regexMatch: { input, regex: { $literal: condition.$regex as string }, options: 'i' } } }];
  });
  return ways.length === 0 ? never : { $or: ways };
};
