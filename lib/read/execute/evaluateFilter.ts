// Comparisons of values at hand: of those in components, which come whole with their document.
import { asksNull } from '../plan/index.ts';
import type { Comparison, Operand, Operator } from '../query/index.ts';
import { isObject } from '../../schema/index.ts';

/** Values as they compare: dates by their time. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

const equal = (a: unknown, b: unknown): boolean => {
  const [x, y] = [comparable(a), comparable(b)];
  // A biginteger may have been stored as a number.
  if (typeof x === 'bigint' || typeof y === 'bigint') return x == y; // eslint-disable-line eqeqeq
  return typeof x === 'object' || typeof y === 'object' ? JSON.stringify(x) === JSON.stringify(y) : x === y;
};

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Texts by their bytes, lists and objects entry by entry as MongoDB does, everything else as numbers. */
export const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  const [x, y] = [comparable(a), comparable(b)];
  if (typeof x === 'object' && typeof y === 'object' && x !== null && y !== null) return compareEntries(x, y);
  const [left, right] = [Number(x), Number(y)];
  return left < right ? -1 : left > right ? 1 : 0;
};

const compareEntries = (a: object, b: object): number => {
  const [left, right] = [Object.entries(a) as [string, unknown][], Object.entries(b) as [string, unknown][]];
  for (const [index, [key, value]] of left.entries()) {
    const [other, theirs] = right[index] ?? [];
    if (other === undefined) return 1;
    const order = kindOf(value) - kindOf(theirs) || compareTexts(key, other) || compare(value, theirs);
    if (order !== 0) return order;
  }
  return left.length - right.length;
};

/** The kinds of JSON values in the order of MongoDB, which compares those of one kind only. */
const kindOf = (value: unknown): number =>
  value === null
    ? 0
    : Array.isArray(value)
      ? 4
      : ['number', 'string', 'object', '', 'boolean'].indexOf(typeof value) + 1;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const lower = (value: unknown): string => text(value).toLowerCase();

type Test = (value: unknown, operands: readonly Operand[]) => boolean;

const tests: Record<Operator, Test> = {
  eq: (value, [operand]) => equal(value, operand),
  eqi: (value, [operand]) => lower(value) === lower(operand),
  lt: (value, [operand]) => compare(value, operand) < 0,
  lte: (value, [operand]) => compare(value, operand) <= 0,
  gt: (value, [operand]) => compare(value, operand) > 0,
  gte: (value, [operand]) => compare(value, operand) >= 0,
  in: (value, operands) => operands.some((operand) => equal(value, operand)),
  contains: (value, [operand]) => text(value).includes(text(operand)),
  containsi: (value, [operand]) => lower(value).includes(lower(operand)),
  startsWith: (value, [operand]) => text(value).startsWith(text(operand)),
  startsWithi: (value, [operand]) => lower(value).startsWith(lower(operand)),
  endsWith: (value, [operand]) => text(value).endsWith(text(operand)),
  endsWithi: (value, [operand]) => lower(value).endsWith(lower(operand)),
  between: (value, [least, greatest]) => compare(value, least) >= 0 && compare(value, greatest) <= 0,
  null: () => false,
};

/** A null passes `null` only, as in SQL. */
export const passes = (value: unknown, comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  if (attribute.value === 'json' || attribute.value === 'blocks') return passesInside(value, [], comparison);
  if (isNull(value)) return asksNull(comparison) && !negated;
  return (asksNull(comparison) ? false : tests[operator](value, operands)) !== negated;
};

const isNull = (value: unknown): boolean => value === undefined || value === null;

/** What a path leads to in a JSON value: through a list, into each of its objects. */
const valuesAt = (value: unknown, [key, ...path]: readonly string[]): readonly unknown[] => {
  if (key === undefined) return [value];
  const objects = (Array.isArray(value) ? (value as readonly unknown[]) : [value]).filter(isObject);
  return objects.flatMap((object) => (Object.hasOwn(object, key) ? valuesAt(object[key], path) : []));
};

/** Whether a JSON value passes, or what stands at a path in it: as `ofJson` of lib/read/plan asks the database. */
export const passesInside = (value: unknown, path: readonly string[], comparison: Comparison): boolean => {
  const { attribute, operator, negated, operands } = comparison;
  const found = valuesAt(value, path);
  const there = found.some((one) => !isNull(one));
  if (asksNull(comparison)) return there === negated;
  const some =
    attribute.value === 'text'
      ? found.flat().some((one) => typeof one === 'string' && tests[operator](one, operands))
      : operator === 'in'
        ? operands.some((operand) => isWhole(found, (one) => equal(one, operand)))
        : isWhole(found, (one) => sameKinds(one, operands) && tests[operator](one, operands));
  return negated ? there && !some : some;
};

const sameKinds = (value: unknown, operands: readonly Operand[]): boolean =>
  operands.every((operand) => kindOf(operand) === kindOf(value));

/** A list is one value: what one of its elements passes it does not. */
const isWhole = (found: readonly unknown[], test: (value: unknown) => boolean): boolean =>
  found.some(test) && !found.some((one) => Array.isArray(one) && one.some(test));
