// Converts whatever an operation throws to the error that the caller gets.
import { isLockTimeout, isUnreachable } from '../../platform/db/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { logFailure } from './log.ts';
import type { Request } from './request.ts';

const internalError = (): ApiError => new ApiError(500, 'InternalServerError', 'Internal Server Error');

/** The documents become free when the other transaction ends, at the latest when MongoDB ends it. */
const documentLocked = (): ApiError => unavailable('Another write holds a document that this one needs: try again');

/** Converts an error to an ApiError. Unexpected errors become a bare 500, and all server errors are logged. */
export const toApiError = (error: unknown, request: () => Pick<Request, 'id' | 'method' | 'path'>): ApiError => {
  const apiError = isUnreachable(error)
    ? unavailable('The database cannot be reached at the moment')
    : isLockTimeout(error)
      ? documentLocked()
      : error instanceof ApiError
        ? error
        : internalError();
  // A 503 is expected, and there may be many at once.
  if (apiError.status >= 500) logFailure(request(), error, apiError.status !== 503);
  return apiError;
};
