// What an operation answers, and its form on the wire.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../errors.ts';

export interface Answer {
  readonly status: number;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** That of the one document it is about, with its locale where it has one (`12.fr`): its ETag begins with it. */
  readonly revision?: string;
}

/** What is answered, what is said beside it, and the revision of the one document it is about. */
interface Told {
  readonly data: unknown;
  readonly meta: object;
  readonly revision?: string;
}

const answer = (status: number, { data, meta, revision }: Told): Answer => ({
  status,
  body: { data, meta },
  ...(revision === undefined ? {} : { revision }),
});

export const ok = (told: Told): Answer => answer(200, told);

export const created = (told: Told): Answer => answer(201, told);

/** Without the envelope of documents. */
export const plain = (body: unknown): Answer => ({ status: 200, body });

export const noContent: Answer = { status: 204 };

/** The envelope of an error. */
export const refused = ({ status, name, message, details, headers }: ApiError): Answer => ({
  status,
  body: { data: null, error: { status, name, message, details } },
  headers,
});

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
