// Canonical form, once it is valid, to what is stored.
import type { Attribute, Attributes, JsonObject, Schema, ValueKind } from '../../schema/index.ts';
import type { CheckedComponent, CheckedInput, CheckedValue, LinkEdit, ScalarValue } from './types.ts';

/** The casts below rest on the value having been validated for its attribute, or being a default that the schema was checked for. */
const asItIs = (value: unknown): ScalarValue => value as ScalarValue;

const stored: Readonly<Record<ValueKind, (value: unknown) => ScalarValue>> = {
  text: asItIs,
  integer: asItIs,
  biginteger: (value) => BigInt(value as string),
  number: asItIs,
  boolean: asItIs,
  date: asItIs,
  time: asItIs,
  datetime: (value) => new Date(value as number),
  json: asItIs,
  blocks: asItIs,
};

const componentOf = (schema: Schema, uid: string, value: JsonObject): CheckedComponent => {
  const attributes = schema.components.get(uid)?.attributes ?? new Map<string, Attribute>();
  return { uid, values: inputOf(schema, attributes, value) };
};

const valueOf = (schema: Schema, attribute: Attribute, value: unknown): CheckedValue => {
  switch (attribute.kind) {
    case 'scalar':
      return { kind: 'scalar', value: value === null ? null : stored[attribute.value](value) };
    case 'relation':
    case 'morph':
      return { kind: 'links', edit: value as LinkEdit }; // read.ts put it there
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

/** @param canonical a valid one (see coerce.ts) */
export const inputOf = (schema: Schema, attributes: Attributes, canonical: JsonObject): CheckedInput =>
  new Map(
    Object.entries(canonical).flatMap(([name, value]): [string, CheckedValue][] => {
      const attribute = attributes.get(name);
      return attribute === undefined ? [] : [[name, valueOf(schema, attribute, value)]];
    }),
  );
