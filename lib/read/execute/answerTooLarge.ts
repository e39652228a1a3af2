// Rejects an answer that is too large to send, and names the part that makes it so. Answers are never cut.
import { invalid, type ApiError } from '../../errors.ts';
import type { Format } from '../query/index.ts';
import { isObject, type JsonObject } from '../../schema/index.ts';

/** From this number, documents that are in a body many times may make its JSON much larger than its values. */
export const manyPopulated = 5_000;

/** A text with such characters is longer as JSON. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

const scalarLength = (value: unknown): number => {
  if (typeof value === 'string' && !escaped.test(value)) return value.length + 2;
  return (JSON.stringify(value) as string | undefined)?.length ?? 0;
};

/** @returns a function that computes the length of the JSON of a value, and looks at each object only once */
export const jsonLengths = (): ((value: unknown) => number) => {
  const known = new Map<object, number>();
  const lengthOf = (value: unknown): number => {
    if (!Array.isArray(value) && !isObject(value)) return scalarLength(value);
    if (value instanceof Date) return JSON.stringify(value).length;
    const earlier = known.get(value);
    if (earlier !== undefined) return earlier;
    const inside = Array.isArray(value)
      ? value.reduce<number>((sum, item) => sum + lengthOf(item), 0)
      : Object.entries(value).reduce((sum, [key, item]) => sum + key.length + 3 + lengthOf(item), 0);
    const length = inside + Math.max(0, Object.keys(value).length - 1) + 2;
    known.set(value, length);
    return length;
  };
  return lengthOf;
};

/** Objects, and how often each is in the answer: a document may be in it many times. */
type Counted = ReadonlyMap<JsonObject, number>;

/** Removes the wrapping of the nested format: `data` around relations, `attributes` around the values of a document. */
const unwrap = (object: JsonObject): readonly JsonObject[] => {
  if ('documentId' in object && isObject(object.attributes)) return [object.attributes];
  return Object.keys(object).join() === 'data' ? objectsIn([object.data], 'nested') : [object];
};

/** The objects among the values. A list of lists becomes one list. */
const objectsIn = (values: readonly unknown[], format: Format): readonly JsonObject[] => {
  const objects = values.flat().filter((value): value is JsonObject => isObject(value) && !(value instanceof Date));
  return format === 'nested' ? objects.flatMap(unwrap) : objects;
};

const valuesAt = (counted: Counted, key: string, format: Format): Counted => {
  const found = new Map<JsonObject, number>();
  for (const [object, times] of counted)
    for (const one of objectsIn([object[key]], format)) found.set(one, (found.get(one) ?? 0) + times);
  return found;
};

/** Follows the heaviest attribute, as long as it has more than half of the size. */
const heaviestPath = (
  objects: Counted,
  format: Format,
  path: readonly string[],
  total: number,
  sizeOf: (value: unknown) => number,
): readonly string[] => {
  const sizes = new Map<string, number>();
  for (const [object, times] of objects)
    for (const [key, value] of Object.entries(object)) sizes.set(key, (sizes.get(key) ?? 0) + times * sizeOf(value));
  const [most] = [...sizes].sort(([, a], [, b]) => b - a);
  if (most === undefined || (path.length > 0 && most[1] < total / 2)) return path;
  const [key, size] = most;
  return heaviestPath(valuesAt(objects, key, format), format, [...path, key], size, sizeOf);
};

/**
 * 400 for an answer that is too large, naming its heaviest path as a query writes it.
 *
 * @param data what is known of its documents
 * @param bytes as far as they were counted
 */
export const answerTooLarge = (
  data: unknown,
  format: Format,
  bytes: number,
  maxBytes: number,
  lengthOf = jsonLengths(),
): ApiError => {
  const path = heaviestPath(valuesAt(new Map([[{ data }, 1]]), 'data', format), format, [], bytes, lengthOf).join('.');
  return invalid(
    `The answer has at least ${bytes} bytes, and ${maxBytes} can be sent; most of them are at ${path}: ask for fewer fields, a smaller page, or a limit there`,
    { path },
  );
};
