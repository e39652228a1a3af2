// Evaluates match expressions in memory, with the meaning that they have in one version of MongoDB.
import { isDeepStrictEqual } from 'node:util';
import { ObjectId } from 'mongodb';

/**
 * Versions differ in one rule (MongoDB 9.0, _Null Comparisons on Dotted Paths That Traverse Arrays_). Where a path ends at an element
 * of a list that is no object, or at an empty list, 9.0 finds no value, which equals null; earlier versions find nothing to compare.
 */
export type Version = '6.0' | '9.0';

type Match = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Match =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** @returns what a path leads to in a value; undefined: a place without a value */
const valuesAt = (value: unknown, path: readonly string[], version: Version): readonly unknown[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (isObject(value)) return valuesAt(value[name], rest, version);
  if (!Array.isArray(value)) return [undefined];
  const none = version === '9.0' ? [undefined] : [];
  const ofElements = value.flatMap((element) => (isObject(element) ? valuesAt(element, path, version) : none));
  const atIndex = /^\d+$/.test(name) && Number(name) < value.length ? valuesAt(value[Number(name)], rest, version) : [];
  return [...(value.length === 0 ? none : ofElements), ...atIndex];
};

const comparable = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : value instanceof ObjectId ? value.toHexString() : value;

/** Whether both are values of one type, which MongoDB orders, and are in this order. */
const areOrdered = (one: unknown, other: unknown, isOrder: (order: number) => boolean): boolean => {
  const [left, right] = [comparable(one), comparable(other)];
  const isNumber = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';
  if (isNumber(left) ? !isNumber(right) : typeof left !== 'string' || typeof right !== 'string') return false;
  return isOrder((left as number) < (right as number) ? -1 : (left as number) > (right as number) ? 1 : 0);
};

const areEqual = (one: unknown, other: unknown): boolean =>
  (one ?? null) === null || (other ?? null) === null
    ? (one ?? null) === (other ?? null)
    : isDeepStrictEqual(comparable(one), comparable(other));

const typeNames: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' || typeof value === 'bigint',
  bool: (value) => typeof value === 'boolean',
};

type Test = (value: unknown) => boolean;

/** A test of one value. Null compares with nothing but itself. */
const testOf = (operator: string, operand: unknown): Test | undefined => {
  const isOrder = (test: (order: number) => boolean): Test =>
    (operand ?? null) === null ? (value) => (value ?? null) === null : (value) => areOrdered(value, operand, test);
  switch (operator) {
    case '$eq':
      return (value) => areEqual(value, operand);
    case '$in':
      return (value) => (operand as readonly unknown[]).some((one) => areEqual(value, one));
    case '$gte':
      return isOrder((order) => order >= 0);
    case '$lte':
      return isOrder((order) => order <= 0);
    case '$gt':
      return (value) => areOrdered(value, operand, (order) => order > 0);
    case '$lt':
      return (value) => areOrdered(value, operand, (order) => order < 0);
    case '$type':
      return (value) => [operand].flat().some((name) => typeNames[String(name)]?.(value));
    case '$regex':
      return (value) => typeof value === 'string' && new RegExp(String(operand)).test(value);
    default:
      return undefined;
  }
};

const isOperators = (value: unknown): value is Match =>
  isObject(value) && Object.keys(value).some((key) => key.startsWith('$'));

const operatorPasses = (values: readonly unknown[], operator: string, operand: unknown, version: Version): boolean => {
  const passes = (other: string, it: unknown = operand): boolean => operatorPasses(values, other, it, version);
  switch (operator) {
    case '$ne':
      return !passes('$eq');
    case '$nin':
      return !passes('$in');
    case '$not':
      return !Object.entries(operand as Match).every(([inner, it]) => passes(inner, it));
    case '$exists':
      return values.some((value) => value !== undefined) === operand;
    case '$elemMatch': {
      const lists = values.filter((value) => Array.isArray(value)).flat();
      const condition = operand as Match;
      const comparesElements = Object.keys(condition).every(
        (key) => key.startsWith('$') && !/^\$(and|or|nor)$/.test(key),
      );
      return lists.some((element) =>
        comparesElements
          ? Object.entries(condition).every(([inner, it]) => operatorPasses([element], inner, it, version))
          : (isObject(element) || Array.isArray(element)) && matches(condition, { ...(element as object) }, version),
      );
    }
    default: {
      const test = testOf(operator, operand);
      if (test === undefined) throw new Error(`The test does not know ${operator}`);
      return values.some((value) => test(value) || (Array.isArray(value) && value.some(test)));
    }
  }
};

/** @returns whether a document passes a match expression of these operators; throws Error for others */
export const matches = (match: Match, document: Match, version: Version): boolean =>
  Object.entries(match).every(([key, condition]) => {
    const parts = condition as readonly Match[];
    if (key === '$and') return parts.every((part) => matches(part, document, version));
    if (key === '$or') return parts.some((part) => matches(part, document, version));
    if (key === '$nor') return !parts.some((part) => matches(part, document, version));
    if (key.startsWith('$')) throw new Error(`The test does not know ${key}`);
    const values = valuesAt(document, key.split('.'), version);
    return isOperators(condition)
      ? Object.entries(condition).every(([operator, operand]) => operatorPasses(values, operator, operand, version))
      : operatorPasses(values, '$eq', condition, version);
  });
