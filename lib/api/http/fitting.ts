// A write's answer that is too large to be sent: the write is done, and must not look refused.
import type { Answer } from './answer.ts';
import { dataOf } from './body.ts';

/** Of a document its ids, of several those of each; what else there is of a result stays. */
const identityOf = (data: unknown): unknown => {
  if (Array.isArray(data)) return data.map(identityOf);
  if (typeof data !== 'object' || data === null) return null;
  if ('id' in data && 'documentId' in data) return { id: data.id, documentId: data.documentId };
  return 'data' in data ? { ...data, data: identityOf(data.data) } : data;
};

/** Whether a body of that text can be sent. Counted only where it has to be: a UTF-16 unit takes three bytes at the most. */
export const fits = (text: string, maxBytes: number): boolean =>
  text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes;

/** @returns the answer of a write as it can be sent: as it is, or reduced to which documents it is about */
export const fitting = (answer: Answer, maxBytes: number): Answer =>
  answer.body === undefined || fits(JSON.stringify(answer.body), maxBytes)
    ? answer
    : { ...answer, body: { data: identityOf(dataOf(answer.body)), meta: {} } };
