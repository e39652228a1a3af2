// The answer of an operation.
import type { ApiError } from '../../errors.ts';
import type { CacheMetadata } from '../../read/execute/index.ts';

/** By lower-case name. */
export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  /** Sent as it is, instead of a body. The headers must contain its content type. */
  readonly text?: string;
  /** The ETag of a text that is sent many times, so that it is hashed only once. */
  readonly etag?: string;
  readonly headers?: Headers;
  /** Whether a long body is compressed. That of content is not: what serves much of it stands behind a CDN or a proxy. */
  readonly compressible?: true;
  /**
   * The revision of the one document in the answer, with its locale if it has one (`12.fr`). The ETag begins with it.
   */
  readonly revision?: string | undefined;
  /** How many related documents the body contains, if its length was not measured; each of them may be in it many times. */
  readonly populated?: number;
  /** Describes the documents in the answer, for caches. */
  readonly cacheMetadata?: CacheMetadata;
}

/** The parts of an answer about documents. */
export interface AnswerParts {
  readonly data: unknown;
  readonly meta: object;
  readonly revision?: string | undefined;
  readonly populated?: number;
  readonly cacheMetadata?: CacheMetadata;
}

const documentAnswer = (
  status: number,
  { data, meta, revision, populated = 0, cacheMetadata }: AnswerParts,
): Answer => ({
  status,
  body: { data, meta },
  populated,
  ...(cacheMetadata === undefined ? {} : { cacheMetadata }),
  revision,
});

export const okAnswer = (parts: AnswerParts): Answer => documentAnswer(200, parts);

export const createdAnswer = (parts: AnswerParts): Answer => documentAnswer(201, parts);

/** An answer without the envelope of documents. */
export const plainAnswer = (body: unknown): Answer => ({ status: 200, body });

/** An answer that may be outdated within a second. No cache keeps it. */
export const uncachedAnswer = (body: unknown): Answer => ({
  ...plainAnswer(body),
  headers: { 'cache-control': 'no-store' },
});

export const noContent: Answer = { status: 204 };

/** An error in its envelope. */
export const errorAnswer = ({ status, name, message, details, headers }: ApiError): Answer => ({
  status,
  body: { data: null, error: { status, name, message, details } },
  headers,
});
