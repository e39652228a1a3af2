// The last step of every answer that is not an error: its text, whether it can be sent, and whether it has to be.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { resultOf, type Answer } from './answer.ts';
import { dataOf } from './body.ts';
import { etagOf, isKnown } from './conditional.ts';
import { fits, fitting } from './fitting.ts';
import { formatOf } from './format.ts';
import type { Request } from './request.ts';
import { tooLarge } from './too-large.ts';

/** @throws ApiError 400 when what is read has more than `maxBytes` */
export const send = (request: Request, answer: Answer, maxBytes: number): APIGatewayProxyStructuredResultV2 => {
  const text = answer.body === undefined ? undefined : JSON.stringify(answer.body);
  const headers = { ...answer.headers, 'server-timing': request.timings.header() };
  if (text === undefined) return resultOf({ ...answer, headers });
  if (!fits(text, maxBytes)) {
    if (request.method === 'GET')
      throw tooLarge(dataOf(answer.body), formatOf(request), Buffer.byteLength(text), maxBytes);
    return send(request, fitting(answer, maxBytes), maxBytes);
  }
  const etag = etagOf(request, answer, text);
  if (etag === undefined) return resultOf({ ...answer, headers }, text);
  return isKnown(request, etag)
    ? resultOf({ status: 304, headers: { ...headers, etag } })
    : resultOf({ ...answer, headers: { ...headers, etag } }, text);
};
