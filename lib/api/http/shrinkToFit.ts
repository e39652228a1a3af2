// Shortens the answer of a write that is too large to send. The write has succeeded, so the answer must not be an
// error.
import { jsonLengths, manyPopulated } from '../../read/execute/index.ts';
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
