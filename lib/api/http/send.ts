// The last step of every successful answer: serializes it, checks its size, and answers 304 if the client has it.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { resultOf, type Answer } from './answer.ts';
import { dataOf } from './body.ts';
import { cachingOf } from './caching.ts';
import { etagOf, isKnown } from './conditional.ts';
import { fits, fitting } from './fitting.ts';
import { formatOf } from './format.ts';
import { commonHeaders } from './headers.ts';
import type { Request } from './request.ts';
import type { Service } from '../../platform/service.ts';
import { tooLarge } from './tooLarge.ts';

/** @throws ApiError 400 if the answer of a read is too large to send */
export const send = (request: Request, given: Answer, config: Service['config']): APIGatewayProxyStructuredResultV2 => {
  const { maxResponseBytes: maxBytes } = config.api.rest;
  const answer = { ...given, headers: { ...given.headers, ...cachingOf(request, given, config.cache) } };
  const text = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const result = (given: Answer, its?: string): APIGatewayProxyStructuredResultV2 => {
    const headers = { ...given.headers, 'server-timing': request.timings.header() };
    return resultOf({ ...given, headers }, commonHeaders(request, given.status, config.http.cors), its);
  };
  if (text === undefined) return result(answer);
  if (answer.text === undefined && !fits(text, maxBytes)) {
    if (request.method === 'GET')
      throw tooLarge(dataOf(answer.body), formatOf(request), Buffer.byteLength(text), maxBytes);
    return send(request, fitting(answer, maxBytes), config);
  }
  const etag = etagOf(request, answer, text);
  if (etag === undefined) return result(answer, text);
  const tagged = { ...answer, headers: { ...answer.headers, etag } };
  return isKnown(request, etag) ? result({ status: 304, headers: tagged.headers }) : result(tagged, text);
};
