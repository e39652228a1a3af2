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

/** The bytes of the text of a body. A text that certainly fits is not counted: a UTF-16 unit takes at most three bytes. */
export const bytesToSend = (text: string, maxBytes: number): number =>
  text.length * 3 <= maxBytes ? 0 : Buffer.byteLength(text);

/** The length of the JSON of a body that would take long to write; 0 for any other. */
export const measuredLength = ({ body, populated = 0 }: Answer): number =>
  populated > manyPopulated ? jsonLengths()(body) : 0;

/** @returns an answer with only the ids of its documents */
export const reduceToIds = (answer: Answer): Answer => ({
  ...answer,
  body: { data: idsOnly(dataOf(answer.body)), meta: {} },
});

/** @returns the answer itself if it fits; otherwise an answer with only the ids of its documents */
export const shrinkToFit = (answer: Answer, maxBytes: number): Answer =>
  answer.body === undefined ||
  (measuredLength(answer) <= maxBytes && bytesToSend(JSON.stringify(answer.body), maxBytes) <= maxBytes)
    ? answer
    : reduceToIds(answer);
