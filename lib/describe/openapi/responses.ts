// The components that are neither schemas nor parameters and belong to no type: answers, bodies, headers, credentials.
import type { JsonObject } from '../../schema/index.ts';
import type { Context, Refusal } from './types.ts';
import { answered, closed, enveloped, json, optionalBody, ref, refTo, text } from './words.ts';

/** Any request may get these. */
const usual: Readonly<Partial<Record<Refusal, string>>> = {
  400: 'not understood, or not allowed by the schema; `details` say where',
  401: 'credentials that are not valid',
  403: 'not permitted with these credentials, or without any',
  408: 'a body that did not arrive in time',
  413: 'a body that is too large',
  503: 'not possible at the moment',
};

const special: Readonly<Partial<Record<Refusal, readonly [string, string]>>> = {
  404: ['NotFound', 'There is no such thing, or not for this caller'],
  409: ['Conflict', 'A request with this Idempotency-Key has not ended yet'],
  410: ['Gone', 'Too long ago, or about other types: start again without `since`'],
  412: ['PreconditionFailed', 'The document is not the one that If-Match names'],
  422: ['UnprocessableEntity', 'Another request came with this Idempotency-Key'],
  429: ['TooManyRequests', 'Too many attempts; `Retry-After` says in how many seconds to try again'],
};

/** The error responses of an operation, by status. Those that any request may get are `default`: they would be half of the description. */
export const refusalsOf = (statuses: readonly Refusal[]): JsonObject =>
  Object.fromEntries(
    statuses
      .toSorted((a, b) => a - b)
      .map((status) => {
        const name = special[status]?.[0];
        return name === undefined
          ? ['default', refTo('responses', 'Error')]
          : [String(status), refTo('responses', name)];
      }),
  );

const errorResponse = (description: string): JsonObject => ({ description, content: json(ref('Error')) });

export const responses: JsonObject = {
  Error: errorResponse(
    Object.entries(usual)
      .map(([status, description]) => `${status}: ${description}`)
      .join('. '),
  ),
  ...Object.fromEntries(Object.values(special).map(([name, description]) => [name, errorResponse(description)])),
  Suggestions: answered(
    'By attribute, a value that no document has',
    enveloped({ type: 'object', additionalProperties: text }),
  ),
  PreviewLink: answered('The link', enveloped(ref('PreviewLink'))),
};

export const requestBodies = ({ config }: Pick<Context, 'config'>): JsonObject => ({
  Empty: optionalBody(closed({})),
  PreviewLink: optionalBody(
    closed({ data: closed({ expiresIn: { type: 'integer', minimum: 1, maximum: config.preview.maxSeconds } }) }),
  ),
});

export const headers: JsonObject = {
  ETag: { description: 'for `If-None-Match`, and if the answer is one document for `If-Match`', schema: text },
};

export const securitySchemes: JsonObject = {
  caller: { type: 'http', scheme: 'bearer', description: 'An API token, or the JWT of a user' },
  owner: { type: 'http', scheme: 'bearer', description: 'The owner token' },
};
