// Converts the stored value of an attribute to what its new declaration stores.
import {
  builtInUids,
  type Attribute,
  parseDate,
  parseDatetime,
  parseTime,
  type ScalarAttribute,
  type ValueKind,
  int32,
  int64,
} from '../../lib/schema/index.ts';
import { dayMs } from '../../lib/platform/dayMs.ts';
import type { Link } from '../../lib/platform/db/index.ts';
import type { Renames, StoredValues } from './types.ts';

/** @returns undefined if the value cannot be converted */
type Converter = (value: unknown) => unknown;

const integerPattern = /^[+-]?\d{1,40}$/;

const toInt32 = (value: number): number | undefined =>
  Number.isInteger(value) && value >= int32.least && value <= int32.most ? value : undefined;

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
  return parsed >= int64.least && parsed <= int64.most ? parsed : undefined;
};

const booleans: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
]);

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

const allowsMany = (attribute: Attribute): boolean | undefined => {
  if (attribute.kind === 'relation' || attribute.kind === 'morph') return attribute.many;
  return attribute.kind === 'component' ? attribute.repeatable : attribute.kind === 'dynamiczone' ? true : undefined;
};

/** Converts between a value and a list of one; undefined for a list of several where one is needed. */
const toCardinality = (value: unknown, many: boolean): unknown => {
  if (many) return value === null ? [] : Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) return value;
  const list: readonly unknown[] = value;
  return list.length > 1 ? undefined : (list[0] ?? null);
};

const linkConverter = (
  from: Attribute,
  to: Attribute,
  { types }: Renames,
): ((link: Link) => Link | undefined) | undefined => {
  if (from.kind === 'morph' && to.kind === 'morph') return (link) => link;
  if (from.kind === 'relation' && to.kind === 'relation')
    return (types.get(from.target) ?? from.target) === to.target ? (link) => link : undefined;
  if (from.kind === 'relation' && to.kind === 'morph' && from.target !== builtInUids.file)
    return (link) => ({ to: link.to, type: link.type ?? types.get(from.target) ?? from.target, at: link.at });
  if (from.kind !== 'morph' || to.kind !== 'relation' || to.type !== 'relation') return undefined;
  return ({ type, ...link }) => (type === undefined || (types.get(type) ?? type) === to.target ? link : undefined);
};

const componentConverter = (
  from: Attribute,
  to: Attribute,
  { components }: Renames,
): ((part: StoredValues) => StoredValues) | undefined => {
  if (from.kind === 'component' && to.kind === 'component')
    return (components.get(from.component) ?? from.component) === to.component ? (part) => part : undefined;
  if (from.kind !== 'component' || to.kind !== 'dynamiczone') return undefined;
  const uid = components.get(from.component) ?? from.component;
  return to.components.includes(uid) ? (part) => ({ ...part, __component: part.__component ?? uid }) : undefined;
};

/**
 * @param value the stored value
 * @returns the value to store, the same one if it already fits; undefined if the conversion would lose data
 */
export const convert = (value: unknown, from: Attribute, to: Attribute, renames: Renames): unknown => {
  if (from.kind === 'scalar' && to.kind === 'scalar') return value === null ? null : convertScalar(value, from, to);
  const part = linkConverter(from, to, renames) ?? componentConverter(from, to, renames);
  const many = allowsMany(to);
  if (value === null && many !== undefined) return toCardinality(null, many);
  if (part === undefined || many === undefined) {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return isEmpty ? null : undefined;
  }
  const one = part as (one: unknown) => unknown; // values of such an attribute are links or components
  const parts = Array.isArray(value) ? value.map(one) : one(value);
  if (parts === undefined || (Array.isArray(parts) && parts.includes(undefined))) return undefined;
  return toCardinality(parts, many);
};
