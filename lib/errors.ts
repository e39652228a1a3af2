// Every error that reaches a caller: thrown once, typed, and turned into the envelope by lib/api/http.

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An error the caller is told about: HTTP status, name and message as Strapi's clients know them, details as data, headers to send along. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    name: string,
    message: string,
    details: ErrorDetails = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = name;
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

/** One invalid value of a body. */
export interface InvalidValue {
  readonly path: readonly string[];
  readonly message: string;
  /** What was given; undefined for what must not be repeated. */
  readonly value: unknown;
}

/** 400: the request cannot be understood or is not allowed by the schema. */
export const invalid = (message: string, details?: ErrorDetails): ApiError =>
  new ApiError(400, 'ValidationError', message, details);

/** 400: a key that the schema, or what the caller may see, does not have. `path` is where, dotted; empty at the top (null in the details). */
export const invalidKey = (key: string, path: string, source: 'query' | 'body', param?: string): ApiError =>
  invalid(`Invalid key ${key}${path === '' ? '' : ` at ${path}`}`, {
    key,
    path: path === '' ? null : path,
    source,
    ...(param === undefined ? {} : { param }),
  });

/** So many faults are told one by one; the message counts them all. */
const maxTold = 100;

/** In characters, as JSON. */
const maxValue = 1_000;

/** A long text is cut, and a large list or object is left out. */
const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > maxValue ? `${value.slice(0, maxValue)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  return JSON.stringify(value).length > maxValue ? undefined : value;
};

/**
 * 400: values of a body that do not fit, all of them together.
 *
 * @param errors each with the value that was given, but for those of passwords, tokens, codes and private attributes
 */
export const invalidValues = (errors: readonly InvalidValue[]): ApiError =>
  invalid(errors.length === 1 ? (errors[0]?.message ?? '') : `${errors.length} errors occurred`, {
    errors: errors
      .slice(0, maxTold)
      .map((error) => ({ ...error, value: shortened(error.value), name: 'ValidationError' })),
  });

/** 404: no such document, for this caller, in this version and locale. */
export const documentNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Document not found');

/** 404: the document is there and has no published version, which is what was asked about. */
export const notPublished = (): ApiError => new ApiError(404, 'NotFoundError', 'The document is not published');

/** 404: no such route or type. */
export const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Not Found');

/** 405: the path is served, the method is not; `allowed` are those that are. */
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(405, 'MethodNotAllowedError', 'Method Not Allowed', {}, { allow: allowed.join(', ') });

/** 429: too many attempts; in so many seconds there may be more. */
export const tooManyRequests = (seconds: number): ApiError =>
  new ApiError(
    429,
    'RateLimitError',
    'Too many requests, please try again later.',
    {},
    { 'retry-after': String(seconds) },
  );

/** 410: what a cursor goes on from is not there any more; the message says why. */
export const gone = (message: string): ApiError => new ApiError(410, 'GoneError', message);

/** 412: the document is not what If-Match names. */
export const preconditionFailed = (): ApiError =>
  new ApiError(
    412,
    'PreconditionFailedError',
    'The document is not as If-Match says: someone was faster, read it again',
  );

/** 503: what is asked for cannot be done now; the message says what to do. */
export const unavailable = (message: string, headers: Readonly<Record<string, string>> = {}): ApiError =>
  new ApiError(503, 'ServiceUnavailableError', message, {}, headers);

/** 403: no credentials, or not permitted. */
export const forbidden = (message = 'Forbidden'): ApiError => new ApiError(403, 'ForbiddenError', message);

/** 401: credentials that are not valid. */
export const unauthorized = (message = 'Missing or invalid credentials'): ApiError =>
  new ApiError(401, 'UnauthorizedError', message);
