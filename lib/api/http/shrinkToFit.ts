// Shortens the answer of a write that is too large to send. The write has succeeded, so the answer must not be an
// error.
import { isObject } from '../../schema/index.ts';
import type { Answer } from './answer.ts';
import { dataOf } from './readBody.ts';

/** Reduces each document to its ids, and keeps the other keys of a result. */
const idsOnly = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(idsOnly);
  if (typeof data !== 'object' || data === null) return null;
  if ('id' in data && 'documentId' in data) return { id: data.id, documentId: data.documentId };
  return 'data' in data ? { ...data, data: idsOnly(data.data) } : data;
};

/**
 * Whether a body with this text can be sent. It counts bytes only if needed: a UTF-16 unit takes at most three bytes.
 */
export const isWithinBytes = (text: string, maxBytes: number): boolean =>
  text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;

/** From this number, documents that are in a body many times may make its JSON much larger than its values. */
const manyPopulated = 5_000;

/** @returns a function that computes the length of the JSON of a value, and looks at each object only once */
export const jsonLengths = (): ((value: unknown) => number) => {
  const known = new Map<object, number>();
  const lengthOf = (value: unknown): number => {
    if (!Array.isArray(value) && !isObject(value)) return (JSON.stringify(value) as string | undefined)?.length ?? 0;
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

/** The length of the JSON of a body if it is certain to be too large, and would take long to write. */
export const excessiveLength = ({ body, populated = 0 }: Answer, maxBytes: number): number | undefined => {
  const length = populated > manyPopulated ? jsonLengths()(body) : 0;
  return length > maxBytes ? length : undefined;
};

/** @returns the answer itself if it fits; otherwise an answer with only the ids of its documents */
export const shrinkToFit = (answer: Answer, maxBytes: number): Answer =>
  answer.body === undefined ||
  (excessiveLength(answer, maxBytes) === undefined && isWithinBytes(JSON.stringify(answer.body), maxBytes))
    ? answer
    : { ...answer, body: { data: idsOnly(dataOf(answer.body)), meta: {} } };
