// Converts a stored scalar to another type without loss; values of the new type stay unchanged.
import { parseDate, parseDatetime, parseTime, type ScalarAttribute, type ValueKind } from '../../lib/schema/index.ts';

/** @returns undefined if the value cannot be converted */
type Converter = (value: unknown) => unknown;

const integerPattern = /^[+-]?\d{1,40}$/;
const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };
const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

const toInt32 = (value: number): number | undefined =>
  Number.isInteger(value) && value >= int32.min && value <= int32.max ? value : undefined;

const toText: Converter = (value) => {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'
    ? String(value)
    : undefined;
};

const toNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/.test(value))
    return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
};

const toBigInt: Converter = (value) => {
  if (typeof value === 'bigint') return value;
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !integerPattern.test(text.trim())) return undefined;
  const parsed = BigInt(text.trim().replace('+', ''));
  return parsed >= int64.min && parsed <= int64.max ? parsed : undefined;
};

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
]);

const dayMs = 24 * 3_600_000;

/** A Date converts only if it is midnight UTC. */
const toDate: Converter = (value) => {
  if (value instanceof Date) return value.getTime() % dayMs === 0 ? value.toISOString().slice(0, 10) : undefined;
  return typeof value === 'string' && value.length === 10 ? parseDate(value) : undefined;
};

const toDatetime: Converter = (value) => {
  if (value instanceof Date) return value;
  const time = typeof value === 'string' ? parseDatetime(value) : undefined;
  return time === undefined ? undefined : new Date(time);
};

const toJsonValue: Converter = (value) => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? (toNumber(value) ?? String(value)) : value;
};

const converters: Readonly<Record<ValueKind, Converter>> = {
  text: toText,
  integer: (value) => {
    const number = toNumber(value);
    return number === undefined ? undefined : toInt32(number);
  },
  biginteger: toBigInt,
  number: toNumber,
  boolean: (value) => (typeof value === 'boolean' ? value : booleans.get(value)),
  date: toDate,
  time: (value) => (typeof value === 'string' ? parseTime(value) : undefined),
  datetime: toDatetime,
  json: toJsonValue,
  blocks: (value) => (Array.isArray(value) ? value : undefined),
};

/**
 * @param value the stored value, not null
 * @returns the value to store; undefined if the conversion would lose data, or for passwords, which are stored as hashes
 */
export const convertScalar = (value: unknown, before: ScalarAttribute, after: ScalarAttribute): unknown => {
  if (before.type === 'password' || after.type === 'password') return undefined;
  // Other lists are not valid blocks.
  if (after.value === 'blocks' && before.value !== 'blocks') return undefined;
  const converted = converters[after.value](value);
  return after.type === 'enumeration' && after.enum?.includes(String(converted)) !== true ? undefined : converted;
};
