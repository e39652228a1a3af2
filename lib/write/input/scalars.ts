// Defines the JSON Schema of every scalar type, for values in canonical form.
import {
  bigintegerBoundsOf,
  datePattern,
  numberBoundsOf,
  formatPatterns,
  textLimitsOf,
  timePattern,
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

const text: Fragment = (attribute, rules) => {
  const { maxLength, minLength, format, regex, emptyPasses } = textLimitsOf(attribute);
  const always = { type: nullable('string', attribute, rules), maxLength };
  if (rules === 'draft') return withoutUndefined(always);
  const matching = (pattern: string): JsonSchema => ({
    pattern: emptyPasses ? `^$|(?:${pattern})` : pattern,
    faults: { pattern: `{} must match the following: "${String(new RegExp(pattern))}"` },
  });
  // Ajv continues after maxLength fails: without the condition it would run the pattern on a text of any length.
  const own = regex === undefined ? {} : { if: { maxLength }, then: matching(regex) };
  const complete = { ...always, minLength, ...own };
  if (format === undefined) return withoutUndefined(complete);
  const pattern = formatPatterns[format];
  if (format === 'uid') return withoutUndefined({ ...complete, ...matching(pattern) });
  const empty = minLength === 1 ? { minLength: '{} cannot be empty' } : {};
  return withoutUndefined({ ...complete, pattern, faults: { pattern: '{} must be a valid email', ...empty } });
};

/** A body contains the password itself, so it is checked fully even in a draft; a version contains its hash. */
const password: Fragment = (attribute, rules) => {
  const type = nullable('string', attribute, rules);
  return rules === 'version' ? { type } : { ...text(attribute, 'published'), type };
};

const number =
  (type: 'integer' | 'number'): Fragment =>
  (attribute, rules) => {
    const { least, most, leastInDraft } = numberBoundsOf(attribute);
    return withoutUndefined({
      type: nullable(type, attribute, rules),
      maximum: most,
      minimum: rules === 'draft' ? leastInDraft : least,
    });
  };

const biginteger: Fragment = (attribute, rules) => {
  const { least, most, leastInDraft } = bigintegerBoundsOf(attribute);
  const limits = [
    { least: true, value: rules === 'draft' ? leastInDraft : least },
    { least: false, value: most },
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
  email: text,
  password,
  uid: text,
  integer: number('integer'),
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
