// Filters and sort of repeated components: they come whole with their document, so they are chosen here.
import { holdsOfNothing } from '../pipeline/index.ts';
import type { Comparison, Filter, Operand, Operator, RelatedFilter, SortKey, Subset } from '../query/index.ts';
import type { Conditions } from './conditions.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values as they compare: dates by their time. */
const comparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);

const equal = (a: unknown, b: unknown): boolean => {
  const [x, y] = [comparable(a), comparable(b)];
  // A biginteger may have been stored as a number.
  if (typeof x === 'bigint' || typeof y === 'bigint') return x == y; // eslint-disable-line eqeqeq
  return typeof x === 'object' || typeof y === 'object' ? JSON.stringify(x) === JSON.stringify(y) : x === y;
};

/** Texts by their bytes as MongoDB does, everything else as numbers. */
const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const [x, y] = [Number(comparable(a)), Number(comparable(b))];
  return x < y ? -1 : x > y ? 1 : 0;
};

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
const passes = (value: unknown, { operator, negated, operands }: Comparison): boolean => {
  const asksNull = operator === 'null' || (operator === 'eq' && operands[0] === null);
  if (value === undefined || value === null) return asksNull && !negated;
  return (asksNull ? false : tests[operator](value, operands)) !== negated;
};

// Components were written by lib/documents; what stands where is known.
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

/** What stands at a path inside a JSON value; nothing where the path leads nowhere. */
const valueInside = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Values)[key] : undefined),
    value,
  );

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
      return passes(valueInside(values[filter.comparison.attribute.name], filter.path), filter.comparison);
    case 'search':
    case 'publication':
    case 'own':
      throw new Error(`${filter.kind} is asked of documents only`);
  }
};

const valueAt = (values: Values, { through, attribute }: SortKey): unknown =>
  through.reduce<Values>((at, { name }) => below(at, name)[0] ?? {}, values)[attribute.name] ?? null;

const inOrder =
  (sort: readonly SortKey[]) =>
  (a: Values, b: Values): number => {
    for (const key of sort) {
      const [x, y] = [valueAt(a, key), valueAt(b, key)];
      const order = x === null || y === null ? Number(y === null) - Number(x === null) : compare(x, y);
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
