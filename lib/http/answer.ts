// What an operation answers, and its form on the wire.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError } from '../errors.ts';

export interface Answer {
  readonly status: number;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const ok = (data: unknown, meta: Readonly<Record<string, unknown>> = {}): Answer => ({
  status: 200,
  body: { data, meta },
});

export const created = (data: unknown): Answer => ({ status: 201, body: { data, meta: {} } });

/** Without the envelope of documents. */
export const plain = (body: unknown): Answer => ({ status: 200, body });

export const noContent: Answer = { status: 204 };

/** The envelope of an error; what is not meant for callers is told as 500 and nothing else. */
export const refused = (error: unknown): Answer => {
  const { status, name, message, details, headers } =
    error instanceof ApiError ? error : new ApiError(500, 'InternalServerError', 'Internal Server Error');
  return { status, body: { data: null, error: { status, name, message, details } }, headers };
};

/** Its form for API Gateway, either payload version. `text`: the body as JSON, where it was made already. */
export const resultOf = (
  { status, body, headers }: Answer,
  text = body === undefined ? undefined : JSON.stringify(body),
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }), ...headers },
  ...(text === undefined ? {} : { body: text }),
});
