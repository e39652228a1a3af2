// The last step of every answer that is not an error: its text, whether it can be sent, and whether it has to be.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { resultOf, type Answer } from './answer.ts';
import { dataOf } from './body.ts';
import { etagOf, isKnown } from './conditional.ts';
import { formatOf } from './format.ts';
import type { Request } from './request.ts';
import { tooLarge } from './too-large.ts';

const identityOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'id' in data && 'documentId' in data
    ? { id: data.id, documentId: data.documentId }
    : null;

/** @throws ApiError 400 when the answer has more than `maxBytes` */
export const send = (request: Request, answer: Answer, maxBytes: number): APIGatewayProxyStructuredResultV2 => {
  const text = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  const headers = { ...answer.headers, 'server-timing': request.timings.header() };
  if (text === undefined) return resultOf({ ...answer, headers });
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    const data = dataOf(answer.body);
    if (request.method === 'GET') throw tooLarge(data, formatOf(request), bytes, maxBytes);
    // The write is done: it must not look refused.
    return resultOf({ ...answer, headers, body: { data: identityOf(data), meta: {} } });
  }
  const etag = etagOf(request, answer, text);
  if (etag === undefined) return resultOf({ ...answer, headers }, text);
  return isKnown(request, etag)
    ? resultOf({ status: 304, headers: { ...headers, etag } })
    : resultOf({ ...answer, headers: { ...headers, etag } }, text);
};
