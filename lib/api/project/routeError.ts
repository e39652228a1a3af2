// The errors that a route's handler ends its request with.
import { ApiError } from '../../errors.ts';
import type { RouteRequest } from '../../platform/extensions/index.ts';

/** The names that Lectern and Strapi give to statuses. */
const names: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'UnauthorizedError',
  403: 'ForbiddenError',
  404: 'NotFoundError',
  409: 'ConflictError',
  410: 'GoneError',
  412: 'PreconditionFailedError',
  413: 'PayloadTooLargeError',
  422: 'UnprocessableEntityError',
  429: 'RateLimitError',
  503: 'ServiceUnavailableError',
};

const nameOf = (status: number): string => names[status] ?? (status < 500 ? 'ApplicationError' : 'InternalServerError');

/** @throws ApiError; TypeError for a status that is no error */
export const fail: RouteRequest['fail'] = (status, message, details = {}) => {
  if (!Number.isInteger(status) || status < 400 || status > 599)
    throw new TypeError(`fail needs a status from 400 to 599, not ${status}`);
  throw new ApiError(status, nameOf(status), message, details);
};
