// What an operation answers, and its form on the wire.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { ApiError } from '../../errors.ts';
import type { Shown } from '../../platform/cacheMetadata.ts';

/** By lower-case name. */
export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  /** Sent as it is, in the place of a body: its type is among the headers. */
  readonly text?: string;
  /** The ETag of a text that is sent many times, so that it is not hashed each time. */
  readonly etag?: string;
  readonly headers?: Headers;
  /** That of the one document it is about, with its locale where it has one (`12.fr`): its ETag begins with it. */
  readonly revision?: string | undefined;
  /** What is in it of documents, where caches may be told. */
  readonly shown?: Shown;
}

/** What is answered, what is said beside it, the revision of the one document it is about, and what is in it. */
interface Told {
  readonly data: unknown;
  readonly meta: object;
  readonly revision?: string | undefined;
  readonly shown?: Shown;
}

const answer = (status: number, { data, meta, revision, shown }: Told): Answer => ({
  status,
  body: { data, meta },
  ...(shown === undefined ? {} : { shown }),
  revision,
});

export const ok = (told: Told): Answer => answer(200, told);

export const created = (told: Told): Answer => answer(201, told);

/** Without the envelope of documents. */
export const plain = (body: unknown): Answer => ({ status: 200, body });

/** What is true now and perhaps not a second later: no cache keeps it. */
export const momentary = (body: unknown): Answer => ({ ...plain(body), headers: { 'cache-control': 'no-store' } });

export const noContent: Answer = { status: 204 };

/** The envelope of an error. */
export const refused = ({ status, name, message, details, headers }: ApiError): Answer => ({
  status,
  body: { data: null, error: { status, name, message, details } },
  headers,
});

/**
 * Its form for API Gateway, either payload version.
 *
 * @param common what every answer to the request says; the answer's own headers hold before it
 * @param text the body as JSON, where it was made already
 */
export const resultOf = (
  { status, body, headers, ...answer }: Answer,
  common: Headers,
  text = answer.text ?? (body === undefined ? undefined : JSON.stringify(body)),
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: {
    ...(text === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' }),
    ...common,
    ...headers,
  },
  ...(text === undefined ? {} : { body: text }),
});
