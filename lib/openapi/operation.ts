// One route as OpenAPI says it.
import type { JsonObject } from '../schema/index.ts';
import { refusalOf } from './responses.ts';
import type { Answered, Described, Refusal } from './types.ts';
import { text } from './words.ts';

/** By who may ask: requirements, any of which will do; an empty one is met by everyone. */
const security: Readonly<Record<Described['asks'], readonly JsonObject[]>> = {
  caller: [{ caller: [] }, {}],
  owner: [{ owner: [] }],
  nobody: [],
};

/** What comes with credentials and with a body, whatever the route is about. */
const usual = ({ asks, body }: Described): readonly Refusal[] => [
  ...(asks === 'nobody' ? [] : ([401, 403, 503] as const)),
  ...(body === undefined ? [] : ([400, 408, 413, 503] as const)),
];

const notModified: Answered = { description: 'It is what If-None-Match says' };

const isConditional = ({ parameters = [] }: Described): boolean =>
  parameters.some(({ name }) => name === 'If-None-Match');

const etag = { ETag: { description: 'for If-None-Match, and of one document for If-Match', schema: text } };

/** @param id no other operation has it */
export const operationOf = (method: string, id: string, described: Described): JsonObject => {
  const { summary, description, tag, asks, parameters, body, answers, refusals = [] } = described;
  const told = Object.entries(answers).map(([status, answer]): [string, JsonObject] => [
    status,
    method === 'GET' && status === '200' ? { ...answer, headers: { ...answer.headers, ...etag } } : { ...answer },
  ]);
  const statuses = [...new Set([...usual(described), ...refusals])].sort((a, b) => a - b);
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    security: security[asks],
    ...(parameters === undefined || parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: {
      ...Object.fromEntries(told),
      ...(isConditional(described) ? { 304: notModified } : {}),
      ...Object.fromEntries(statuses.map((status) => [String(status), refusalOf(status)])),
    },
  };
};
