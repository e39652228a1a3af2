// Defines shared components that are neither schemas nor parameters: responses, bodies, headers, security schemes.
import type { JsonObject } from '../../schema/index.ts';
import type { Context, ErrorStatus } from './types.ts';
import {
  jsonResponse,
  closedObject,
  envelope,
  jsonContent,
  optionalBody,
  schemaRef,
  componentRef,
  text,
} from './schemaParts.ts';

/** The errors that any request can get. */
const defaultErrors: Readonly<Partial<Record<ErrorStatus, string>>> = {
  400: 'the request is not understood, or the schema does not allow it; `details` say where',
  401: 'the credentials are not valid',
  403: 'the credentials do not permit this, or there are none',
  408: 'the body did not arrive in time',
  413: 'the body is too large',
  415: 'the Content-Encoding of the body is not known',
  503: 'Lectern cannot do this at the moment',
};

const namedErrors: Readonly<Partial<Record<ErrorStatus, readonly [string, string]>>> = {
  404: ['NotFound', 'This does not exist, or not for this caller'],
  409: ['Conflict', 'What is stored does not allow this, or a request with this Idempotency-Key is still running'],
  410: ['Gone', 'The cursor is too old, or the types have changed: start again without `since`'],
  412: ['PreconditionFailed', 'The document is not the one that If-Match names'],
  422: ['UnprocessableEntity', 'A different request has used this Idempotency-Key'],
  429: ['TooManyRequests', 'Too many attempts; try again after the seconds in `Retry-After`'],
};

/**
 * The error responses of an operation, by status. Those that any request can get are `default`, because they would double
 * the size of the description.
 */
export const errorResponses = (statuses: readonly ErrorStatus[]): JsonObject =>
  Object.fromEntries(
    statuses
      .toSorted((a, b) => a - b)
      .map((status) => {
        const name = namedErrors[status]?.[0];
        return name === undefined
          ? ['default', componentRef('responses', 'Error')]
          : [String(status), componentRef('responses', name)];
      }),
  );

const errorResponse = (description: string): JsonObject => ({ description, content: jsonContent(schemaRef('Error')) });

export const responses: JsonObject = {
  Error: errorResponse(
    Object.entries(defaultErrors)
      .map(([status, description]) => `${status}: ${description}`)
      .join('. '),
  ),
  ...Object.fromEntries(Object.values(namedErrors).map(([name, description]) => [name, errorResponse(description)])),
  Suggestions: jsonResponse(
    'For each attribute, a value that no document has',
    envelope({ type: 'object', additionalProperties: text }),
  ),
  PreviewLink: jsonResponse('The link', envelope(schemaRef('PreviewLink'))),
};

export const requestBodies = ({ config }: Pick<Context, 'config'>): JsonObject => ({
  Empty: optionalBody(closedObject({})),
  PreviewLink: optionalBody(
    closedObject({
      data: closedObject({
        expiresIn: { type: 'integer', minimum: 1, maximum: config.preview.maxSeconds },
        release: { type: 'integer', minimum: 1, description: 'related documents are read as they are after it' },
      }),
    }),
  ),
});

export const headers: JsonObject = {
  ETag: { description: 'for `If-None-Match`; if the answer is one document, also for `If-Match`', schema: text },
};

export const securitySchemes: JsonObject = {
  caller: { type: 'http', scheme: 'bearer', description: 'An API token, or the JWT of a user' },
  owner: { type: 'http', scheme: 'bearer', description: 'The owner token, for paths below `/admin`' },
};
