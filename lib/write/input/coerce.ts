// Leniency: the forms of a value that the reference takes for another, turned into the one form that is then checked.
import { dateOf, datetimeOf, timeOf, type ScalarType } from '../../schema/index.ts';

/**
 * Canonical form, all of it JSON: numbers as numbers, biginteger as decimal text without leading zeros, date as
 * yyyy-MM-dd, time as HH:mm:ss.SSS, datetime as milliseconds. What cannot be turned stays as it is and fails the check.
 */
type Coercion = (value: unknown) => unknown;

const asItIs: Coercion = (value) => value;

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

const number: Coercion = (value) => {
  if (typeof value !== 'string' || !decimal.test(value.trim())) return value;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : value;
};

/** Longer texts are out of range anyway. */
const whole = /^[+-]?\d{1,40}$/;

const biginteger: Coercion = (value) => {
  if (typeof value === 'bigint') return String(value);
  // Beyond the safe integers JSON.parse has lost digits already: only text carries them.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return whole.test(text) ? String(BigInt(text.replace('+', ''))) : value;
};

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

const boolean: Coercion = (value) => booleans.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;

const enumeration: Coercion = (value) =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;

const date: Coercion = (value) => (typeof value === 'string' ? (dateOf(value) ?? value) : value);

const time: Coercion = (value) => (typeof value === 'string' ? (timeOf(value) ?? value) : value);

const datetime: Coercion = (value) => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? (datetimeOf(value) ?? value) : value;
};

/** What a value of each type is read as; also idempotent on stored values, which the check of a whole version relies on. */
export const coerce: Readonly<Record<ScalarType, Coercion>> = {
  string: asItIs,
  text: asItIs,
  richtext: asItIs,
  blocks: asItIs,
  email: asItIs,
  password: asItIs,
  uid: asItIs,
  integer: number,
  biginteger,
  float: number,
  decimal: number,
  date,
  time,
  datetime,
  timestamp: datetime,
  boolean,
  enumeration,
  json: asItIs,
};
