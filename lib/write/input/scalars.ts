// Defines the JSON Schema of every scalar type, for values in canonical form.
import {
  datePattern,
  emailPattern as emailForm,
  int32,
  int64,
  maxLengthOf,
  timePattern,
  uidPattern as uidForm,
  wholeNumberPattern,
  type ScalarAttribute,
  type ScalarType,
} from '../../schema/index.ts';
import { atLeastPattern, atMostPattern } from './bigints.ts';
import { blocksId } from './blocks.ts';
import { withoutUndefined, type JsonSchema, type Rules } from './keywords.ts';

type Fragment = (attribute: ScalarAttribute, rules: Rules) => JsonSchema;

const undefinedValue = '{} must be defined.';

/** Null clears a value, except a required value of a published version. */
const nullable = (type: string, { required }: ScalarAttribute, rules: Rules): readonly string[] =>
  required && rules !== 'draft' ? [type] : [type, 'null'];

/** Patterns and lower bounds do not apply to drafts. */
const patternRules = (attribute: ScalarAttribute, form?: string): JsonSchema => {
  const { regex, required } = attribute;
  const pattern = regex ?? form;
  if (pattern === undefined) return {};
  const patternText = String(new RegExp(pattern));
  const match = {
    pattern: required ? pattern : `^$|(?:${pattern})`, // an empty text means no value, unless a value is required
    faults: { pattern: `{} must match the following: "${patternText}"` },
  };
  // Ajv continues after maxLength fails: without the condition it would run the pattern on a text of any length.
  return regex === undefined ? match : { if: { maxLength: maxLengthOf(attribute) }, then: match };
};

const textRules = (attribute: ScalarAttribute, rules: Rules, more: JsonSchema): JsonSchema =>
  withoutUndefined({
    type: nullable('string', attribute, rules),
    maxLength: maxLengthOf(attribute),
    ...(rules === 'draft' ? {} : { minLength: attribute.minLength, ...more }),
  });

const text: Fragment = (attribute, rules) => textRules(attribute, rules, patternRules(attribute));

const uid: Fragment = (attribute, rules) => textRules(attribute, rules, patternRules(attribute, uidForm));

const email: Fragment = (attribute, rules) => {
  const { minLength = 1 } = attribute;
  const empty = minLength > 1 ? {} : { minLength: '{} cannot be empty' };
  return textRules(attribute, rules, {
    minLength,
    pattern: emailForm,
    faults: { pattern: '{} must be a valid email', ...empty },
    ...(attribute.regex === undefined ? {} : { allOf: [patternRules(attribute)] }),
  });
};

/** A body contains the password itself, so it is checked fully even in a draft; a version contains its hash. */
const password: Fragment = (attribute, rules) => {
  const type = nullable('string', attribute, rules);
  return rules === 'version' ? { type } : { ...text(attribute, 'published'), type };
};

const bound = (value: number | string | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);

const number =
  (type: 'integer' | 'number', least?: number, most?: number): Fragment =>
  (attribute, rules) =>
    withoutUndefined({
      type: nullable(type, attribute, rules),
      maximum: bound(attribute.max) ?? most,
      minimum: (rules === 'draft' ? undefined : bound(attribute.min)) ?? least,
    });

const biginteger: Fragment = (attribute, rules) => {
  const { min, max } = attribute;
  const limits = [
    { least: true, value: rules === 'draft' || min === undefined ? int64.least : BigInt(min) },
    { least: false, value: max === undefined ? int64.most : BigInt(max) },
  ];
  const whole = '{} must be a valid integer';
  return {
    type: nullable('string', attribute, rules),
    pattern: wholeNumberPattern,
    faults: { type: whole, pattern: whole, null: undefinedValue },
    if: { pattern: wholeNumberPattern },
    then: {
      allOf: limits.map(({ least, value }) => ({
        pattern: least ? atLeastPattern(value) : atMostPattern(value),
        faults: { pattern: `{} must be ${least ? 'greater' : 'less'} than or equal to ${value}` },
      })),
    },
  };
};

const formatted =
  (type: string, keywords: JsonSchema, message: string): Fragment =>
  (attribute, rules) => ({
    type: nullable(type, attribute, rules),
    ...keywords,
    faults: {
      ...Object.fromEntries(['type', ...Object.keys(keywords)].map((keyword) => [keyword, message])),
      null: undefinedValue,
    },
  });

/** The range of a JavaScript Date. */
const datetime = formatted(
  'integer',
  { minimum: -8.64e15, maximum: 8.64e15 },
  'Invalid format, expected a timestamp or an ISO date',
);

const boolean: Fragment = (attribute, rules) => ({
  type: nullable('boolean', attribute, rules),
  faults: { null: undefinedValue },
});

const enumeration: Fragment = (attribute, rules) => ({
  type: nullable('string', attribute, rules),
  enum: [...(attribute.enum ?? []), null],
});

/** Any JSON value. Numbers that JavaScript reads as Infinity are refused. */
const json: Fragment = ({ required }, rules) => ({
  type: ['object', 'array', 'string', 'number', 'boolean', ...(required && rules !== 'draft' ? [] : ['null'])],
  faults: { type: '{} must be a finite number', null: undefinedValue },
});

const blocks: Fragment = (attribute, rules) => ({ type: nullable('array', attribute, rules), $ref: blocksId });

export const scalarFragments: Readonly<Record<ScalarType, Fragment>> = {
  string: text,
  text,
  richtext: text,
  blocks,
  email,
  password,
  uid,
  integer: number('integer', int32.least, int32.most),
  biginteger,
  float: number('number'),
  decimal: number('number'),
  date: formatted('string', { pattern: datePattern }, 'Invalid format, expected yyyy-MM-dd'),
  time: formatted('string', { pattern: timePattern }, 'Invalid time format, expected HH:mm:ss.SSS'),
  datetime,
  timestamp: datetime,
  boolean,
  enumeration,
  json,
};
