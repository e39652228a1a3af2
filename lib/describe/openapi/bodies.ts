// Converts the JSON Schemas that check bodies (lib/write/input) to OpenAPI, without Lectern's own keywords.
import { blocksSchema } from '../../write/input/index.ts';
import { isObject } from '../../schema/index.ts';
import type { JsonSchema } from './types.ts';
import { ref } from './words.ts';

/** Turns `if`/`then` branches into alternatives for `anyOf`, which people and generators read more easily. */
const casesOf = (then: unknown): readonly JsonSchema[] =>
  (isObject(then) && Array.isArray(then.allOf) ? (then.allOf as readonly unknown[]) : []).flatMap((branch) =>
    isObject(branch) && isObject(branch.if) && isObject(branch.then) ? [{ ...branch.if, ...branch.then }] : [],
  );

const inBlocks = (pointer: string): string => pointer.replace(/^\/blocks#?/, String(ref('Blocks').$ref));

const told = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(told);
  return isObject(value) ? toldOf(value) : value;
};

/** Writes a list with one type as that type. */
const typeOf = (type: unknown): unknown =>
  Array.isArray(type) && type.length === 1 ? (type as unknown[])[0] : told(type);

/** Keywords that only messages and validators use. */
const ours = ['faults', '$id'];
const cased = ['if', 'then', 'else'];

const without = (schema: JsonSchema, keywords: readonly string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));

/** Replaces an `if` on maxLength by its `then`, because longer texts are refused anyway. */
const withoutLength = (schema: JsonSchema): JsonSchema =>
  isObject(schema.if) && Object.keys(schema.if).join() === 'maxLength' && isObject(schema.then)
    ? { ...without(schema, cased), ...schema.then }
    : schema;

/** Converts a fragment of a schema of lib/write/input. */
export const toldOf = (schema: JsonSchema): JsonSchema => {
  const anyOf = casesOf(schema.then);
  const kept =
    anyOf.length === 0
      ? withoutLength(schema)
      : { ...without(schema, cased), ...(isObject(schema.if) ? schema.if : {}), anyOf };
  return Object.fromEntries(
    Object.entries(without(kept, ours)).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inBlocks(inner) : key === 'type' ? typeOf(inner) : told(inner),
    ]),
  );
};

/** The schema of the nodes of a `blocks` attribute. */
export const blocks = (): JsonSchema => ({ type: 'array', ...toldOf(blocksSchema) });
