// Checks a value by its attribute, with the rules of the API (lib/write/input). Drafts may break those of kind `publish`.
import { datePattern, parseDatetime, timePattern } from '../../../lib/schema/dateTimes.ts';
import {
  bigintegerBoundsOf,
  numberBoundsOf,
  formatPatterns,
  textLimitsOf,
  type Bounds,
} from '../../../lib/schema/scalarLimits.ts';
import { wholeNumberPattern } from '../../../lib/schema/wholeNumbers.ts';
import type { Attribute, AttributeType } from '../schema/types.ts';
import { jsonBytes } from './jsonBytes.ts';
import { invalidJsonOf } from './jsonText.ts';
import type { FormFault, FormValue } from './types.ts';

type Violation = Omit<FormFault, 'path'>;

const violation = (
  kind: Violation['kind'],
  ...[key, limit]: [key: Exclude<Violation['message'], string>['key'], limit?: string | number]
): Violation => ({ kind, message: { key, ...(limit === undefined ? {} : { limit }) } });

/** A rule for a value that is not null. */
type Rule = (attribute: Attribute, value: unknown) => Violation | undefined;

const isEmptyText = (value: unknown): boolean => value === undefined || value === '';

/** The API checks the patterns of schemas, so they are quick. */
const text: Rule = (attribute, value) => {
  const { maxLength, minLength, format, regex, emptyPasses } = textLimitsOf(attribute);
  const written = String(value);
  const { length } = written;
  const matches = (pattern: string): boolean => (emptyPasses && length === 0) || new RegExp(pattern).test(written);
  if (maxLength !== undefined && length > maxLength) return violation('draft', 'maxLength', maxLength);
  if (minLength !== undefined && length < minLength) return violation('publish', 'minLength', minLength);
  if (format !== undefined && !matches(formatPatterns[format])) return violation('publish', format);
  return regex === undefined || matches(regex) ? undefined : violation('publish', 'regex', regex);
};

/** A draft's password is checked in full, because it is stored as a hash. */
const password: Rule = (attribute, value) => {
  const found = text(attribute, value);
  return found === undefined ? undefined : { ...found, kind: 'draft' };
};

const range = ({ least, most, leastInDraft }: Bounds<number | bigint | undefined>, value: number | bigint) => {
  const limit = (bound: number | bigint): number | string => (typeof bound === 'bigint' ? String(bound) : bound);
  if (most !== undefined && value > most) return violation('draft', 'max', limit(most));
  if (leastInDraft !== undefined && value < leastInDraft) return violation('draft', 'min', limit(leastInDraft));
  return least !== undefined && value < least ? violation('publish', 'min', limit(least)) : undefined;
};

/** What the user typed stays in the form as text if it is no number. */
const number: Rule = (attribute, value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return violation('draft', 'number');
  if (attribute.type === 'integer' && !Number.isInteger(value)) return violation('draft', 'integer');
  return range(numberBoundsOf(attribute), value);
};

const biginteger: Rule = (attribute, value) => {
  if (typeof value !== 'string' || !new RegExp(wholeNumberPattern).test(value)) return violation('draft', 'integer');
  return range(bigintegerBoundsOf(attribute), BigInt(value));
};

const matches =
  (form: string, key: 'date' | 'time'): Rule =>
  (_, value) =>
    typeof value === 'string' && new RegExp(form).test(value) ? undefined : violation('draft', key);

const datetime: Rule = (_, value) =>
  typeof value === 'string' && parseDatetime(value) !== undefined ? undefined : violation('draft', 'datetime');

const enumeration: Rule = (attribute, value) =>
  attribute.enum?.includes(String(value)) === true ? undefined : violation('draft', 'enumeration');

/** The lower bound applies to required lists, and to others that are not empty. */
const count: Rule = ({ required, min, max }, value) => {
  if (!Array.isArray(value)) return undefined;
  if (max !== undefined && value.length > Number(max)) return violation('publish', 'maxItems', max);
  const isBound = required === true || value.length > 0;
  return min !== undefined && isBound && value.length < Number(min) ? violation('publish', 'minItems', min) : undefined;
};

/** The other side of a relation stores its links, so the API does not count them. */
const links: Rule = (attribute, value) =>
  attribute.mappedBy === undefined ? count({ ...attribute, required: false }, value) : undefined;

const json: Rule = (_, value) => (invalidJsonOf(value) === undefined ? undefined : violation('draft', 'json'));

const none: Rule = () => undefined;

const rules: Readonly<Record<AttributeType, Rule>> = {
  string: text,
  text,
  richtext: text,
  blocks: none,
  email: text,
  password,
  uid: text,
  integer: number,
  biginteger,
  float: number,
  decimal: number,
  boolean: none,
  date: matches(datePattern, 'date'),
  time: matches(timePattern, 'time'),
  datetime,
  timestamp: datetime,
  enumeration,
  json,
  media: links,
  relation: links,
  component: count,
  dynamiczone: count,
};

/** As in Strapi, `required` has no effect on links. */
export const isRequired = ({ type, required }: Attribute): boolean =>
  required === true && type !== 'relation' && type !== 'media';

/** A character of a text has at most six bytes in JSON, so short texts need no count. */
const mostBytesOfCharacter = 6;

const isLarger = (value: unknown, bytes: number): boolean =>
  Number.isFinite(bytes) &&
  !(typeof value === 'string' && value.length * mostBytesOfCharacter < bytes) &&
  jsonBytes(value) > bytes;

const sizedTypes: ReadonlySet<AttributeType> = new Set(['string', 'text', 'richtext', 'blocks', 'json']);

/** @returns whether the value alone is larger than a request may be */
export const findOversize = ({ type }: Attribute, value: FormValue, maxBytes: number): Violation | undefined =>
  sizedTypes.has(type) && isLarger(value, maxBytes) ? violation('draft', 'maxBytes', maxBytes) : undefined;

/**
 * @param maxBytes of a request
 * @returns what is wrong with the value; undefined if nothing is. `unique` is checked by the API only. A password that the
 *   form does not have is unchanged, and other absent values are not in the body.
 */
export const findViolation = (attribute: Attribute, value: FormValue, maxBytes = Infinity): Violation | undefined => {
  if (attribute.type === 'password' && isEmptyText(value)) return undefined;
  if (value === undefined) return undefined;
  if (value === null) return isRequired(attribute) ? violation('publish', 'required') : undefined;
  return findOversize(attribute, value, maxBytes) ?? rules[attribute.type](attribute, value);
};
