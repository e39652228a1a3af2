// Rejects an answer that is too large to send, and names the part that makes it so. Answers are never cut.
import { invalid, type ApiError } from '../../errors.ts';
import type { Format } from '../../read/query/index.ts';
import { isObject, type JsonObject } from '../../schema/index.ts';

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

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

/** Follows the heaviest attribute, as long as it has more than half of the size. */
const heaviestPath = (
  values: readonly unknown[],
  format: Format,
  path: readonly string[],
  total: number,
): readonly string[] => {
  const sizes = new Map<string, number>();
  const objects = objectsIn(values, format);
  for (const object of objects)
    for (const [key, value] of Object.entries(object)) sizes.set(key, (sizes.get(key) ?? 0) + sizeOf(value ?? null));
  const [most] = [...sizes].sort(([, a], [, b]) => b - a);
  if (most === undefined || (path.length > 0 && most[1] < total / 2)) return path;
  const [key, size] = most;
  return heaviestPath(
    objects.map((object) => object[key]),
    format,
    [...path, key],
    size,
  );
};

/** 400 for an answer of that many bytes, naming its heaviest path as a query writes it. */
export const answerTooLarge = (data: unknown, format: Format, bytes: number, maxBytes: number): ApiError => {
  const path = heaviestPath([data], format, [], bytes).join('.');
  return invalid(
    `The answer has ${bytes} bytes, and ${maxBytes} can be sent; most of them are at ${path}: ask for fewer fields, a smaller page, or a limit there`,
    { path },
  );
};
