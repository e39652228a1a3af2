// What an operation answers, and its form on the wire.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError } from '../errors.ts';

export interface Answer {
  readonly status: number;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is answered, and what is said beside it. */
interface Told {
  readonly data: unknown;
  readonly meta: object;
}

export const ok = ({ data, meta }: Told): Answer => ({ status: 200, body: { data, meta } });

export const created = ({ data, meta }: Told): Answer => ({ status: 201, body: { data, meta } });

export const noContent: Answer = { status: 204 };

/** The envelope of an error; what is not meant for callers is told as 500 and nothing else. */
export const refused = (error: unknown): Answer => {
  const { status, name, message, details, headers } =
    error instanceof ApiError ? error : new ApiError(500, 'InternalServerError', 'Internal Server Error');
  return { status, body: { data: null, error: { status, name, message, details } }, headers };
};

/** What answers differ by beside their address: who asks, and the form they ask for. Caches must keep these apart. */
const vary = 'Authorization, Strapi-Response-Format';

/** Its form for API Gateway, either payload version. `text`: the body as JSON, where it was made already. */
export const resultOf = (
  { status, body, headers }: Answer,
  text = body === undefined ? undefined : JSON.stringify(body),
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }), vary, ...headers },
  ...(text === undefined ? {} : { body: text }),
});
