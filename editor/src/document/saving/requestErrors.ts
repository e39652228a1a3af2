// What an error of the API means for a save.
import { ApiError } from '../../api/client.ts';

/** Whether the API may have done the request all the same; 409: it still does the first try of it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 409 || error.status >= 500);

/** Whether the same request can succeed later: when the API answers, the session is back, or the limit of requests has passed. */
export const isTemporary = (error: unknown): boolean =>
  isUnanswered(error) || (error instanceof ApiError && (error.status === 401 || error.status === 429));

/** Whether the document, or this locale of it, does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Whether the document has changed since it was read. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** Whether the API already got another body with the same `Idempotency-Key`. */
export const isKeyUsed = (error: unknown): boolean => error instanceof ApiError && error.status === 422;
