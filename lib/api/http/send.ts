// The last step of every successful answer: serializes it, checks its size, and answers 304 if the client has it.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Answer } from './answer.ts';
import { compress } from './compress.ts';
import { dataOf } from './readBody.ts';
import { cacheHeaders, commonHeaders, edgeHeaders } from './headers.ts';
import { etagOf, matchesIfNoneMatch } from './conditional.ts';
import { encodeBody } from './encodeBody.ts';
import { bytesToSend, measuredLength, reduceToIds } from './shrinkToFit.ts';
import { formatOf, type Request } from './request.ts';
import type { Service } from '../../platform/service.ts';
import { answerTooLarge } from '../../read/execute/index.ts';
import type { CorsSettings } from './cors.ts';

const json = 'application/json; charset=utf-8';

/**
 * Converts an answer to an API Gateway result, for either payload version.
 *
 * @param headers replace those that every answer has
 * @param text the body; undefined: none
 * @param cors undefined: no page of another site may read the answer
 */
export const toApiGatewayResult = (
  request: Request,
  { status, headers }: Pick<Answer, 'status' | 'headers'>,
  text: string | undefined,
  cors: CorsSettings | undefined,
): APIGatewayProxyStructuredResultV2 => {
  const common = commonHeaders(request, status, cors);
  const { id } = request;
  return text === undefined
    ? { statusCode: status, headers: { ...common, 'x-request-id': id, ...headers } }
    : { statusCode: status, headers: { ...common, 'content-type': json, 'x-request-id': id, ...headers }, body: text };
};

/** @throws ApiError 400 if the answer of a read is too large to send; as `mapInTurns` for a long list */
export const send = async (
  request: Request,
  answer: Answer,
  config: Service['config'],
): Promise<APIGatewayProxyStructuredResultV2> => {
  const { maxResponseBytes: maxBytes } = config.api.rest;
  const isRead = request.method === 'GET';
  let { text } = answer;
  if (text === undefined && answer.body !== undefined) {
    let bytes = measuredLength(answer);
    if (bytes <= maxBytes) {
      // The answer of a write is not delayed.
      text = isRead ? await encodeBody(answer.body, request.timings.reader, maxBytes) : JSON.stringify(answer.body);
      bytes = bytesToSend(text, maxBytes);
    }
    if (bytes > maxBytes) {
      if (isRead) throw answerTooLarge(dataOf(answer.body), formatOf(request), bytes, maxBytes);
      return send(request, reduceToIds(answer), config);
    }
  }
  const etag = text === undefined ? undefined : etagOf(request, answer, text);
  const headers = {
    ...edgeHeaders(request, answer, config),
    ...answer.headers,
    ...cacheHeaders(request, answer, config.cache),
    ...(etag === undefined ? {} : { etag }),
    'server-timing': request.timings.header(),
  };
  const { cors } = config.http;
  if (etag !== undefined && matchesIfNoneMatch(request, etag))
    return toApiGatewayResult(request, { status: 304, headers }, undefined, cors);
  const result = toApiGatewayResult(request, { status: answer.status, headers }, text, cors);
  return answer.compressible === true ? compress(request, result) : result;
};
