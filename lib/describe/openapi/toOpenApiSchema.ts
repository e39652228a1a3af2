// Converts the JSON Schemas that check bodies (lib/write/input) to OpenAPI, without Lectern's own keywords.
import { blocksSchema } from '../../write/input/index.ts';
import { isObject } from '../../schema/index.ts';
import type { SchemaObject } from './types.ts';
import { schemaRef } from './schemaParts.ts';

/** Turns `if`/`then` branches into alternatives for `anyOf`, which people and generators read more easily. */
const alternativesOf = (then: unknown): readonly SchemaObject[] =>
  (isObject(then) && Array.isArray(then.allOf) ? (then.allOf as readonly unknown[]) : []).flatMap((branch) =>
    isObject(branch) && isObject(branch.if) && isObject(branch.then) ? [{ ...branch.if, ...branch.then }] : [],
  );

const blocksReference = (pointer: string): string => pointer.replace(/^\/blocks#?/, String(schemaRef('Blocks').$ref));

const convertValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(convertValue);
  return isObject(value) ? toOpenApiSchema(value) : value;
};

/** Writes a list with one type as that type. */
const convertType = (type: unknown): unknown =>
  Array.isArray(type) && type.length === 1 ? (type as unknown[])[0] : convertValue(type);

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

/** Converts a fragment of a schema of lib/write/input. */
export const toOpenApiSchema = (schema: SchemaObject): SchemaObject => {
  const anyOf = alternativesOf(schema.then);
  const unconditional =
    anyOf.length === 0
      ? withoutLengthCondition(schema)
      : { ...withoutKeywords(schema, conditionalKeywords), ...(isObject(schema.if) ? schema.if : {}), anyOf };
  return Object.fromEntries(
    Object.entries(withoutKeywords(unconditional, internalKeywords)).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? blocksReference(inner)
        : key === 'type'
          ? convertType(inner)
          : convertValue(inner),
    ]),
  );
};

/** The schema of the nodes of a `blocks` attribute. */
export const blocksComponent = (): SchemaObject => ({ type: 'array', ...toOpenApiSchema(blocksSchema) });
