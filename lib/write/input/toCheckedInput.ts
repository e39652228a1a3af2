// Converts valid values in canonical form to the form in which they are stored, and fills the defaults of a new
// document.
import type { Attribute, Attributes, JsonObject, Schema, ValueKind } from '../../schema/index.ts';
import type { CheckedComponent, CheckedInput, CheckedValue, LinkEdit, ScalarValue } from './types.ts';
import { defaultsOf } from './canonicalizeBody.ts';

/**
 * The casts in this file are safe: the value was validated for its attribute, or is a default that the schema check
 * accepted.
 */
const unchanged = (value: unknown): ScalarValue => value as ScalarValue;

const storedForms: Readonly<Record<ValueKind, (value: unknown) => ScalarValue>> = {
  text: unchanged,
  integer: unchanged,
  biginteger: (value) => BigInt(value as string),
  number: unchanged,
  boolean: unchanged,
  date: unchanged,
  time: unchanged,
  datetime: (value) => new Date(value as number),
  json: unchanged,
  blocks: unchanged,
};

const componentOf = (schema: Schema, uid: string, value: JsonObject): CheckedComponent => {
  const attributes = schema.components.get(uid)?.attributes ?? new Map<string, Attribute>();
  const identity = value.id === undefined ? {} : { id: value.id };
  return { uid, ...identity, values: toCheckedInput(schema, attributes, value) };
};

const valueOf = (schema: Schema, attribute: Attribute, value: unknown): CheckedValue => {
  switch (attribute.kind) {
    case 'scalar':
      return { kind: 'scalar', value: value === null ? null : storedForms[attribute.value](value) };
    case 'relation':
    case 'morph':
      return { kind: 'links', edit: value as LinkEdit }; // from read.ts
    case 'component': {
      const { component: uid } = attribute;
      if (!attribute.repeatable) {
        return { kind: 'component', value: value === null ? null : componentOf(schema, uid, value as JsonObject) };
      }
      return { kind: 'components', value: (value as JsonObject[]).map((entry) => componentOf(schema, uid, entry)) };
    }
    case 'dynamiczone':
      return {
        kind: 'components',
        value: (value as JsonObject[]).map((entry) => componentOf(schema, entry.__component as string, entry)),
      };
  }
};

/** @param canonical valid values in canonical form (see coerce.ts) */
export const toCheckedInput = (schema: Schema, attributes: Attributes, canonical: JsonObject): CheckedInput => {
  const input = new Map<string, CheckedValue>();
  for (const [name, value] of Object.entries(canonical)) {
    const attribute = attributes.get(name);
    if (attribute !== undefined) input.set(name, valueOf(schema, attribute, value));
  }
  return input;
};

/**
 * Adds the defaults of a type's own attributes to the input of a create. Defaults inside components were added when the
 * body was read (checkInput). An explicit null stays null, and an absent component stays absent, even if it has
 * defaults.
 */
export const withDefaults = (schema: Schema, attributes: Attributes, input: CheckedInput): CheckedInput =>
  new Map([...toCheckedInput(schema, attributes, defaultsOf(attributes)), ...input]);
