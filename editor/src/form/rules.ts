// Checks a value by its attribute, with the rules of the API (lib/write/input). Drafts may break those of kind `publish`.
import { datePattern, parseDatetime, timePattern } from '../../../lib/schema/dateTimes.ts';
import { emailPattern, maxLengthOf, uidPattern } from '../../../lib/schema/textPatterns.ts';
import { int32, int64, wholeNumberPattern } from '../../../lib/schema/wholeNumbers.ts';
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

const lengths: Rule = (attribute, value) => {
  const { length } = String(value);
  const { minLength } = attribute;
  const maxLength = maxLengthOf(attribute);
  if (maxLength !== undefined && length > maxLength) return violation('draft', 'maxLength', maxLength);
  return minLength !== undefined && length < minLength ? violation('publish', 'minLength', minLength) : undefined;
};

/** An empty text passes, unless a value is required. The API checks the patterns of schemas, so they are quick. */
const pattern = ({ regex, required }: Attribute, value: unknown): Violation | undefined => {
  if (regex === undefined || (required !== true && value === '')) return undefined;
  return new RegExp(regex).test(String(value)) ? undefined : violation('publish', 'regex', regex);
};

const text: Rule = (attribute, value) => lengths(attribute, value) ?? pattern(attribute, value);

/** A draft's password is checked in full, because it is stored as a hash. */
const password: Rule = (attribute, value) => {
  const found = text(attribute, value);
  return found === undefined ? undefined : { ...found, kind: 'draft' };
};

/** As in the API, an address is not empty. */
const email: Rule = (attribute, value) =>
  lengths({ ...attribute, minLength: attribute.minLength ?? 1 }, value) ??
  (new RegExp(emailPattern).test(String(value)) ? pattern(attribute, value) : violation('publish', 'email'));

const uid: Rule = (attribute, value) =>
  lengths(attribute, value) ??
  (attribute.regex !== undefined || new RegExp(uidPattern).test(String(value))
    ? pattern(attribute, value)
    : violation('publish', 'uid'));

/** What the user typed stays in the form as text if it is no number. */
const number =
  (least = -Infinity, most = Infinity): Rule =>
  ({ type, min, max }, value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return violation('draft', 'number');
    if (type === 'integer' && !Number.isInteger(value)) return violation('draft', 'integer');
    const greatest = max === undefined ? most : Number(max);
    if (value > greatest) return violation('draft', 'max', greatest);
    if (value < least) return violation('draft', 'min', least);
    return min !== undefined && value < Number(min) ? violation('publish', 'min', Number(min)) : undefined;
  };

const biginteger: Rule = ({ min, max }, value) => {
  if (typeof value !== 'string' || !new RegExp(wholeNumberPattern).test(value)) return violation('draft', 'integer');
  const whole = BigInt(value);
  const most = max === undefined ? int64.most : BigInt(max);
  if (whole > most) return violation('draft', 'max', String(most));
  if (whole < int64.least) return violation('draft', 'min', String(int64.least));
  return min !== undefined && whole < BigInt(min) ? violation('publish', 'min', String(min)) : undefined;
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
  email,
  password,
  uid,
  integer: number(int32.least, int32.most),
  biginteger,
  float: number(),
  decimal: number(),
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
