// Turns the description of a route into an OpenAPI operation.
import type { JsonObject } from '../../schema/index.ts';
import { ifNoneMatchParameter } from './parameters.ts';
import { errorResponses } from './responses.ts';
import { etag } from './typeResponses.ts';
import type { ResponseObject, RouteDescription, ErrorStatus } from './types.ts';

/** The security of operations without their own: the credentials of a caller, or none. */
export const callerSecurity: readonly JsonObject[] = [{ caller: [] }, {}];

const security: Readonly<Record<RouteDescription['credentials'], JsonObject>> = {
  caller: {},
  administration: { security: [{ caller: [] }, { owner: [] }] },
  nobody: { security: [] },
};

/** The statuses that credentials and a body can cause. */
const usualErrors = ({ credentials, body }: RouteDescription): readonly ErrorStatus[] => [
  ...(credentials === 'nobody' ? [] : ([401, 403, 503] as const)),
  ...(body === undefined ? [] : ([400, 408, 413, 415, 503] as const)),
];

const notModified: ResponseObject = { description: 'The answer is the one that If-None-Match names' };

const isConditional = ({ parameters = [] }: RouteDescription): boolean => parameters.includes(ifNoneMatchParameter);

/** @param id unique among the operations */
export const toOperation = (method: string, id: string, described: RouteDescription): JsonObject => {
  const { summary, description, tag, credentials, parameters, body, answers, errorStatuses = [] } = described;
  const successes = Object.entries(answers).map(([status, answer]): [string, JsonObject] => [
    status,
    method === 'GET' && status === '200' && !('$ref' in answer)
      ? { ...answer, headers: { ...answer.headers, ETag: etag } }
      : { ...answer },
  ]);
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...security[credentials],
    ...(parameters === undefined || parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(successes),
      ...(isConditional(described) ? { 304: notModified } : {}),
      ...errorResponses([...usualErrors(described), ...errorStatuses]),
    },
  };
};
