// Turns the description of a route into an OpenAPI operation.
import type { JsonObject } from '../../schema/index.ts';
import { ifNoneMatch } from './parameters.ts';
import { refusalsOf } from './responses.ts';
import { etag } from './typeResponses.ts';
import type { Answered, Described, Refusal } from './types.ts';

/** The security of operations without their own: the credentials of a caller, or none. */
export const callerSecurity: readonly JsonObject[] = [{ caller: [] }, {}];

const security: Readonly<Record<Described['asks'], JsonObject>> = {
  caller: {},
  owner: { security: [{ owner: [] }] },
  nobody: { security: [] },
};

/** The statuses that credentials and a body can cause. */
const usual = ({ asks, body }: Described): readonly Refusal[] => [
  ...(asks === 'nobody' ? [] : ([401, 403, 503] as const)),
  ...(body === undefined ? [] : ([400, 408, 413, 503] as const)),
];

const notModified: Answered = { description: 'The answer is the one that If-None-Match names' };

const isConditional = ({ parameters = [] }: Described): boolean => parameters.includes(ifNoneMatch);

/** @param id unique among the operations */
export const operationOf = (method: string, id: string, described: Described): JsonObject => {
  const { summary, description, tag, asks, parameters, body, answers, refusals = [] } = described;
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
    ...security[asks],
    ...(parameters === undefined || parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(successes),
      ...(isConditional(described) ? { 304: notModified } : {}),
      ...refusalsOf([...usual(described), ...refusals]),
    },
  };
};
