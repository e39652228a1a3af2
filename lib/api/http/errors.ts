// Converts whatever an operation throws to the error that the caller gets.
import { isLockTimeout, isUnreachable } from '../../platform/db/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { logFailure } from './log.ts';
import type { Request } from './request.ts';

const unexpected = (): ApiError => new ApiError(500, 'InternalServerError', 'Internal Server Error');

/** The documents become free when the other transaction ends, at the latest when MongoDB ends it. */
const held = (): ApiError =>
  unavailable('Another write holds a document that this one needs: try again', { 'retry-after': '5' });

/** Converts an error to an ApiError. Unexpected errors become a bare 500, and all server errors are logged. */
export const toldOf = (error: unknown, request: () => Pick<Request, 'id' | 'method' | 'path'>): ApiError => {
  const told = isUnreachable(error)
    ? unavailable('The database cannot be reached at the moment')
    : isLockTimeout(error)
      ? held()
      : error instanceof ApiError
        ? error
        : unexpected();
  if (told.status >= 500) logFailure(request(), error);
  return told;
};
