// Declares `ApiError` and the errors that several areas share; lib/api/http turns them into the JSON envelope.

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** The same in every copy of this file. */
const mark = Symbol.for('lectern.ApiError');

/**
 * An error that Lectern returns to the caller: HTTP status, the name and message that Strapi's clients know, details as data,
 * and response headers.
 */
export class ApiError extends Error {
  /** Project code has its own copy of this class, and its errors count as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (this !== ApiError) return Object[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && mark in value;
  }

  readonly [mark] = true;
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
  /** The invalid value; undefined where the error must not repeat it. */
  readonly value: unknown;
}

/** 400: Lectern does not understand the request, or the schema does not allow it. */
export const invalid = (message: string, details?: ErrorDetails): ApiError =>
  new ApiError(400, 'ValidationError', message, details);

/**
 * 400: a key that does not exist in the schema, or not for this caller.
 *
 * @param path where the key is, with dots; empty at the top level (null in the details)
 * @param advice the end of the message, such as a name that is similar
 */
export const invalidKey = (
  key: string,
  path: string,
  source: 'query' | 'body',
  param?: string,
  advice = '',
): ApiError =>
  invalid(`Invalid key ${key}${path === '' || path === key ? '' : ` at ${path}`}${advice}`, {
    key,
    path: path === '' ? null : path,
    source,
    ...(param === undefined ? {} : { param }),
  });

/** The details list at most this many faults; the message counts all of them. */
const maxListedErrors = 100;

/** The longest value in the details, in characters of JSON. */
const maxValueLength = 1_000;

/** Cuts a long text, and leaves out a large list or object. */
const shortenValue = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
  if (typeof value !== 'object' || value === null) return value;
  return JSON.stringify(value).length > maxValueLength ? undefined : value;
};

/**
 * 400: all invalid values of a body in one error.
 *
 * @param errors each with its value, except values of passwords, tokens, codes and private attributes
 */
export const invalidValues = (errors: readonly InvalidValue[]): ApiError =>
  invalid(errors.length === 1 ? (errors[0]?.message ?? '') : `${errors.length} errors occurred`, {
    errors: errors
      .slice(0, maxListedErrors)
      .map((error) => ({ ...error, value: shortenValue(error.value), name: 'ValidationError' })),
  });

/** @throws ApiError 400 naming all faults, if there are any */
export const refuseFaults = (faults: readonly InvalidValue[]): void => {
  if (faults.length > 0) throw invalidValues(faults);
};

/** 404: for this caller there is no such document in this version and locale. */
export const documentNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Document not found');

/** 404: the document exists, but the requested published version does not. */
export const notPublished = (): ApiError => new ApiError(404, 'NotFoundError', 'The document is not published');

/** 404: there is no such route or content type. */
export const notFound = (): ApiError => new ApiError(404, 'NotFoundError', 'Not Found');

/** 405: the path exists, but not for this method; `allowed` lists its methods. */
export const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(405, 'MethodNotAllowedError', 'Method Not Allowed', {}, { allow: allowed.join(', ') });

/** 409: what the request asks for contradicts what is stored. */
export const conflict = (message: string, details?: ErrorDetails): ApiError =>
  new ApiError(409, 'ConflictError', message, details);

/** 429: too many attempts; the caller may try again after `seconds`. */
export const tooManyRequests = (seconds: number, message = 'Too many requests, please try again later.'): ApiError =>
  new ApiError(429, 'RateLimitError', message, {}, { 'retry-after': String(seconds) });

/** 410: a cursor can no longer be continued; the message says why. */
export const expiredCursor = (message: string): ApiError => new ApiError(410, 'GoneError', message);

/** 412: the document is not the one that If-Match names. */
export const preconditionFailed = (): ApiError =>
  new ApiError(
    412,
    'PreconditionFailedError',
    'The document has changed since the version that If-Match names: read it again',
  );

/** 412: the document exists, and `If-None-Match: *` requires that it does not. */
export const alreadyExists = (): ApiError =>
  new ApiError(412, 'PreconditionFailedError', 'The document exists already, which If-None-Match forbids: read it');

/**
 * 503: Lectern cannot do this now; the message says what to do, and `Retry-After` when.
 *
 * @param cause the error behind it, which only the log has
 */
export const unavailable = (message: string, retrySeconds = 5, cause?: unknown): ApiError =>
  Object.assign(new ApiError(503, 'ServiceUnavailableError', message, {}, { 'retry-after': String(retrySeconds) }), {
    cause,
  });

/** 499, only in the log: the client disconnected before its answer. */
export const clientDisconnected = (): ApiError =>
  new ApiError(499, 'ClientClosedRequestError', 'The client disconnected');

/** @throws ApiError 499 if the client has disconnected */
export const checkConnected = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true) throw clientDisconnected();
};

/** 403: no credentials, or not permitted. */
export const forbidden = (message = 'Forbidden', details: ErrorDetails = {}): ApiError =>
  new ApiError(403, 'ForbiddenError', message, details);

/** 401: the credentials are not valid. */
export const unauthorized = (message = 'Missing or invalid credentials'): ApiError =>
  new ApiError(401, 'UnauthorizedError', message);

/**
 * Whether an error of Node has one of these codes, such as `ENOENT`. In a test runner with realms of its own, such an error is
 * no instance of the `Error` that this module knows.
 */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);

/** A thrown value as text. Code may throw anything, also values that `String` cannot convert. */
export const thrownText = (thrown: unknown): string => {
  try {
    return String(thrown);
  } catch {
    return Object.prototype.toString.call(thrown);
  }
};

/** What is wrong, by a thrown value: its message if it is an error. */
export const errorMessage = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : thrownText(thrown);
