// What requests are refused with, and who may ask.
import type { JsonObject } from '../schema/index.ts';
import type { Refusal } from './types.ts';
import { json, ref } from './words.ts';

const refusals: Readonly<Record<Refusal, readonly [string, string]>> = {
  400: ['BadRequest', 'The request cannot be understood, or is not allowed by the schema; `details` say where'],
  401: ['Unauthorized', 'Credentials that are not valid'],
  403: ['Forbidden', 'Not permitted, with these credentials or without any'],
  404: ['NotFound', 'There is no such thing, for who asks'],
  408: ['RequestTimeout', 'The body did not arrive in time'],
  409: ['Conflict', 'A request with this Idempotency-Key is under way'],
  410: ['Gone', 'Too long ago, or about other types: begin anew without `since`'],
  412: ['PreconditionFailed', 'The document is not what If-Match says'],
  413: ['PayloadTooLarge', 'Larger than it may be'],
  422: ['UnprocessableEntity', 'This Idempotency-Key stands for another request'],
  429: ['TooManyRequests', 'Too many attempts; `Retry-After` says in how many seconds to try again'],
  503: ['Unavailable', 'It cannot be done at the moment'],
};

export const responses: JsonObject = Object.fromEntries(
  Object.values(refusals).map(([name, description]) => [name, { description, content: json(ref('Error')) }]),
);

export const refusalOf = (status: Refusal): JsonObject => ({ $ref: `#/components/responses/${refusals[status][0]}` });

export const securitySchemes: JsonObject = {
  caller: { type: 'http', scheme: 'bearer', description: 'An API token, or the JWT of a user' },
  owner: { type: 'http', scheme: 'bearer', description: 'The owner token' },
};
