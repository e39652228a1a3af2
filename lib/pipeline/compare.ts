// Comparisons to conditions on one field.
import { invalid } from '../errors.ts';
import type { Comparison, Operand, Operator } from '../query/index.ts';
import type { ScalarAttribute } from '../schema/index.ts';
import { never, pathOf } from './paths.ts';
import type { Document } from './types.ts';

/** MongoDB refuses patterns over 32,764 bytes. */
const maxPattern = 32_000;

const pattern = (before: string, operand: Operand | undefined, after: string, options: string): Document => {
  const text = typeof operand === 'string' ? operand : ''; // lib/query gives these operators text only
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

export const isNull = ({ operator, operands }: Comparison): boolean =>
  operator === 'null' || (operator === 'eq' && operands[0] === null);

export const compare = (comparison: Comparison, prefix: string): Document =>
  compareAt(comparison, pathOf(prefix, comparison.attribute.name));

const compareAt = (comparison: Comparison, path: string): Document => {
  const { attribute, operator, operands, negated } = comparison;
  if (isNull(comparison)) return { [path]: negated ? { $ne: null } : { $eq: null } };
  if (attribute.value === 'json' || attribute.value === 'blocks') return compareJson(comparison, path);
  const condition = conditions[operator](operands);
  return { [path]: negated ? { $not: condition, $ne: null } : condition };
};

/** On a path into JSON `null` alone says little: where the path leads through a list of numbers, nothing is equal to it. */
export const inside = (comparison: Comparison, path: string): Document => {
  const there = { [path]: { $exists: true, $ne: null } };
  if (isNull(comparison)) return comparison.negated ? there : { $nor: [there] };
  return comparison.negated ? { $and: [there, compareAt(comparison, path)] } : compareAt(comparison, path);
};

/** MongoDB asks the elements of a list too: a JSON value is compared as a whole, so no element may be what matched. */
const compareJson = ({ operator, operands, negated }: Comparison, path: string): Document => {
  const whole = (condition: Document): Document => ({ [path]: { ...condition, $not: { $elemMatch: condition } } });
  const any =
    operator === 'in' ? operands.map((operand) => whole({ $eq: operand })) : [whole(conditions[operator](operands))];
  if (negated) return { $and: [{ [path]: { $ne: null } }, { $nor: any.length === 0 ? [never] : any }] };
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
