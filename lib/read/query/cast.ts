// Casts the text of a filter's value to the type in which its attribute is stored.
import { invalid } from '../../errors.ts';
import { parseDate, parseDatetime, parseTime, type ValueKind, int32, int64 } from '../../schema/index.ts';
import { booleanOf } from './tree.ts';
import type { Operand } from './types.ts';

const integer = /^[+-]?\d{1,19}$/;
const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

const instantOf = (text: string): Date | undefined => {
  const time = new Date(parseDatetime(text) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
};

/** MongoDB allows 100 levels of nesting, and the pipeline stage around the value uses some of them. */
const maxDepth = 50;

const depthOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : 1 + Object.values(value).reduce<number>((most, inner) => Math.max(most, depthOf(inner)), 0);

const jsonOf = (text: string): Operand | undefined => {
  try {
    const value = JSON.parse(text) as Operand; // JSON.parse returns any; every JSON value is an operand
    return depthOf(value) > maxDepth ? undefined : value;
  } catch {
    return undefined;
  }
};

/** MongoDB's regular expressions cannot contain NUL, so no text is stored with one. */
const textOf = (text: string): string | undefined => (text.includes('\0') ? undefined : text);

const numberOf = (text: string): number | undefined =>
  number.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;

interface Caster {
  /** undefined: the text is not a value of this kind. */
  readonly read: (text: string) => Operand | undefined;
  readonly expected: string;
}

const casters: Record<ValueKind, Caster> = {
  text: { read: textOf, expected: 'a text without NUL' },
  integer: {
    read: (text) => {
      const value = numberOf(text);
      return Number.isInteger(value) && Number(value) >= int32.least && Number(value) <= int32.most ? value : undefined;
    },
    expected: 'an integer of 32 bits',
  },
  biginteger: {
    read: (text) => {
      if (!integer.test(text)) return undefined;
      const value = BigInt(text.replace('+', ''));
      return value >= int64.least && value <= int64.most ? value : undefined;
    },
    expected: 'an integer of 64 bits',
  },
  number: {
    read: numberOf,
    expected: 'a number',
  },
  boolean: { read: booleanOf, expected: 'true or false' },
  date: { read: parseDate, expected: 'yyyy-MM-dd' },
  time: { read: parseTime, expected: 'HH:mm:ss.SSS' },
  datetime: { read: instantOf, expected: 'a timestamp or an ISO date' },
  json: { read: jsonOf, expected: 'a JSON value' },
  blocks: { read: jsonOf, expected: 'a JSON value' },
};

/** @returns the value that the text stands for; undefined when the text is not a value of that kind */
export const valueOf = (kind: ValueKind, text: string): Operand | undefined => casters[kind].read(text);

/**
 * @param path the dotted path of the value inside the parameter, for the message
 * @throws ApiError 400 when the text is not a value of that kind
 */
export const cast = (kind: ValueKind, text: string, path: string, param: string): Operand => {
  const value = valueOf(kind, text);
  if (value === undefined)
    throw invalid(`Invalid format at ${param}.${path}, expected ${casters[kind].expected}`, { path, value: text });
  return value;
};
