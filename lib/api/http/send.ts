// The last step of every successful answer: serializes it, checks its size, and answers 304 if the client has it.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { toApiGatewayResult, type Answer } from './answer.ts';
import { dataOf } from './readBody.ts';
import { cacheHeaders } from './cacheHeaders.ts';
import { etagOf, matchesIfNoneMatch } from './conditional.ts';
import { isWithinBytes, shrinkToFit } from './shrinkToFit.ts';
import { formatOf } from './format.ts';
import { commonHeaders } from './headers.ts';
import type { Request } from './request.ts';
import type { Service } from '../../platform/service.ts';
import { answerTooLarge } from './answerTooLarge.ts';

/** @throws ApiError 400 if the answer of a read is too large to send */
export const send = (
  request: Request,
  operationAnswer: Answer,
  config: Service['config'],
): APIGatewayProxyStructuredResultV2 => {
  const { maxResponseBytes: maxBytes } = config.api.rest;
  const answer = {
    ...operationAnswer,
    headers: { ...operationAnswer.headers, ...cacheHeaders(request, operationAnswer, config.cache) },
  };
  const text = answer.text ?? (answer.body === undefined ? undefined : JSON.stringify(answer.body));
  const result = (finalAnswer: Answer, finalText?: string): APIGatewayProxyStructuredResultV2 => {
    const headers = { ...finalAnswer.headers, 'server-timing': request.timings.header() };
    return toApiGatewayResult(
      { ...finalAnswer, headers },
      commonHeaders(request, finalAnswer.status, config.http.cors),
      finalText,
    );
  };
  if (text === undefined) return result(answer);
  if (answer.text === undefined && !isWithinBytes(text, maxBytes)) {
    if (request.method === 'GET')
      throw answerTooLarge(dataOf(answer.body), formatOf(request), Buffer.byteLength(text), maxBytes);
    return send(request, shrinkToFit(answer, maxBytes), config);
  }
  const etag = etagOf(request, answer, text);
  if (etag === undefined) return result(answer, text);
  const withEtag = { ...answer, headers: { ...answer.headers, etag } };
  return matchesIfNoneMatch(request, etag)
    ? result({ status: 304, headers: withEtag.headers })
    : result(withEtag, text);
};
