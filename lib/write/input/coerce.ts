// Coerces values to canonical form: accepts the same other forms of a value as Strapi. Scalars of an archive get their
// stored form.
import { parseDate, parseDatetime, parseTime, type ScalarType, type ScalarAttribute } from '../../schema/index.ts';
import { createBlocksCoercion } from './coerceBlocks.ts';

/**
 * Converts a value to canonical form, which is JSON: numbers, bigintegers as decimal text without leading zeros, dates
 * as yyyy-MM-dd, times as HH:mm:ss.SSS, datetimes as milliseconds. A value that cannot be converted stays as it is, and
 * the validation refuses it.
 */
type Coercion = (value: unknown) => unknown;

const unchanged: Coercion = (value) => value;

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

const number: Coercion = (value) => {
  if (typeof value !== 'string' || !decimal.test(value.trim())) return value;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : value;
};

/** Longer texts are out of range in any case. */
const integerText = /^[+-]?\d{1,40}$/;

const biginteger: Coercion = (value) => {
  if (typeof value === 'bigint') return String(value);
  // JSON.parse rounds integers beyond the safe range, so only texts are exact there.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return integerText.test(text) ? String(BigInt(text.replace('+', ''))) : value;
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

const text: Coercion = (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);

const date: Coercion = (value) => (typeof value === 'string' ? (parseDate(value) ?? value) : value);

const time: Coercion = (value) => (typeof value === 'string' ? (parseTime(value) ?? value) : value);

const datetime: Coercion = (value) => {
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? (parseDatetime(value) ?? value) : value;
};

/** The coercion of each type. It does not change stored values, which `checkVersion` relies on. */
export const coerce: Readonly<Record<ScalarType, Coercion>> = {
  string: unchanged,
  text: unchanged,
  richtext: unchanged,
  blocks: createBlocksCoercion({ number, boolean, string: text }),
  email: unchanged,
  password: unchanged,
  uid: unchanged,
  integer: number,
  biginteger,
  float: number,
  decimal: number,
  date,
  time,
  datetime,
  timestamp: datetime,
  boolean,
  enumeration: text,
  json: unchanged,
};

/** The furthest time of a Date (ECMAScript, Time Values and Time Range). */
const maxTime = 8.64e15;

/**
 * @returns the stored form of the value; a value that has none comes back as it is, and `checkVersion` and `checkDraft`
 *   refuse it
 */
export const storedScalar = ({ type, value: kind }: ScalarAttribute, value: unknown): unknown => {
  const canonical = coerce[type](value);
  if (kind === 'datetime' && typeof canonical === 'number' && Math.abs(canonical) <= maxTime)
    return new Date(canonical);
  if (kind === 'biginteger' && typeof canonical === 'string' && /^-?\d{1,40}$/.test(canonical))
    return BigInt(canonical);
  return canonical;
};
