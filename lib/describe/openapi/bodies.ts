// The JSON Schemas that check bodies (lib/write/input), as they are told: without what only messages are made of.
import { blocksDocument } from '../../write/input/index.ts';
import { isObject } from '../../schema/index.ts';
import type { JsonSchema } from './types.ts';
import { ref } from './words.ts';

/** `if` a property says this `then` that: as any of these, which people and generators read better. */
const casesOf = (then: unknown): readonly JsonSchema[] =>
  (isObject(then) && Array.isArray(then.allOf) ? (then.allOf as readonly unknown[]) : []).flatMap((branch) =>
    isObject(branch) && isObject(branch.if) && isObject(branch.then) ? [{ ...branch.if, ...branch.then }] : [],
  );

const inBlocks = (pointer: string): string => pointer.replace(/^\/blocks#?/, String(ref('Blocks').$ref));

const told = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(told);
  return isObject(value) ? toldOf(value) : value;
};

/** One type alone is written without a list. */
const typeOf = (type: unknown): unknown =>
  Array.isArray(type) && type.length === 1 ? (type as unknown[])[0] : told(type);

/** What only messages and validators are made of. */
const ours = ['faults', '$id'];
const cased = ['if', 'then', 'else'];

const without = (schema: JsonSchema, keywords: readonly string[]): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !keywords.includes(key)));

/** What holds up to maxLength holds always: a longer text is refused anyway. */
const withoutLength = (schema: JsonSchema): JsonSchema =>
  isObject(schema.if) && Object.keys(schema.if).join() === 'maxLength' && isObject(schema.then)
    ? { ...without(schema, cased), ...schema.then }
    : schema;

/** A fragment of one of lib/write/input's schemas. */
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

/** The nodes of a `blocks` attribute. */
export const blocks = (): JsonSchema => ({ type: 'array', ...toldOf(blocksDocument) });
