// Converts the JSON Schemas that check bodies (lib/write/input) to OpenAPI, without Lectern's own keywords.
import { isObject } from '../../schema/index.ts';
import type { SchemaObject } from './types.ts';

type Replace = (schema: SchemaObject) => SchemaObject | undefined;

const convertValue = (value: unknown, replace: Replace): unknown => {
  if (Array.isArray(value)) return value.map((inner) => convertValue(inner, replace));
  return isObject(value) ? toOpenApiSchema(value, replace) : value;
};

/** Writes a list with one type as that type. */
const convertType = (type: unknown): unknown =>
  Array.isArray(type) && type.length === 1 ? (type as unknown[])[0] : type;

/** Keywords that only messages and validators use. */
const internalKeywords = ['faults', '$id'];
const conditionalKeywords = ['if', 'then', 'else'];

const withoutKeywords = (schema: SchemaObject, keywords: readonly string[]): SchemaObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));

/** Replaces an `if` on maxLength by its `then`, because longer texts are refused anyway. */
const withoutLengthCondition = (schema: SchemaObject): SchemaObject =>
  isObject(schema.if) && Object.keys(schema.if).join() === 'maxLength' && isObject(schema.then)
    ? { ...withoutKeywords(schema, conditionalKeywords), ...schema.then }
    : schema;

/**
 * Converts a fragment of a schema of lib/write/input.
 *
 * @param replace returns what to write in place of a schema; undefined: the schema itself is converted
 */
export const toOpenApiSchema = (schema: SchemaObject, replace: Replace = () => undefined): SchemaObject =>
  replace(schema) ??
  Object.fromEntries(
    Object.entries(withoutKeywords(withoutLengthCondition(schema), internalKeywords)).map(([key, inner]) => [
      key,
      key === 'type' ? convertType(inner) : convertValue(inner, replace),
    ]),
  );
