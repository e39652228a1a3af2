// Converts an answer to an API Gateway result, for either payload version.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Answer } from './answer.ts';
import type { CorsSettings } from './cors.ts';
import { commonHeaders } from './headers.ts';
import type { Request } from './request.ts';

const json = 'application/json; charset=utf-8';

/**
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
