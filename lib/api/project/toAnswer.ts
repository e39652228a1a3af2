// Turns what a route's handler returns or throws into an answer.
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isRouteAnswer, type RouteRequest } from '../../platform/extensions/index.ts';
import { isJson, type Answer } from '../http/index.ts';
import { ApiError } from '../../errors.ts';

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

/** No cache keeps the answer, unless the handler says how long. */
const uncached = { 'cache-control': 'private, no-store' };

const json = 'application/json; charset=utf-8';

/** Describe the connection and how the answer is sent: only the server knows. A handler may have copied them from another answer. */
const serverHeaders = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

/** By lower-case name. */
const checkedHeaders = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    if (serverHeaders.includes(name.toLowerCase())) throw new TypeError(`a route cannot set the header ${name}`);
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
};

/**
 * @param maxBytes of the answer
 * @throws Error for a value that is no JSON or too large, and for a status or a header that does not exist
 */
export const toAnswer = (returned: unknown, maxBytes: number): Answer => {
  const { status, body, headers } = isRouteAnswer(returned)
    ? returned
    : { status: returned === undefined ? 204 : 200, body: returned, headers: {} };
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`a route answers with a status from 200 to 599, not ${status}`);
  const own: Answer['headers'] = { ...uncached, ...checkedHeaders(headers) };
  if (body === undefined || status === 204 || status === 304) return { status, headers: own };
  const { 'content-type': contentType = json } = own;
  // The cast adds what the type of JSON.stringify lacks: it returns undefined for functions and symbols.
  const text = typeof body === 'string' && !isJson(contentType) ? body : (JSON.stringify(body) as string | undefined);
  if (text === undefined) throw new TypeError('a route returned a value that is no JSON');
  if (Buffer.byteLength(text) > maxBytes)
    throw new RangeError(`the answer has ${Buffer.byteLength(text)} bytes; api.rest.maxResponseBytes is ${maxBytes}`);
  return { status, text, headers: { ...own, 'content-type': contentType } };
};
