// Answers `/graphql`: of POST all operations, of GET queries, which caches may keep as they keep reads of REST.
import { getOperationAST, OperationTypeNode } from 'graphql';
import { identifyCaller, type Answer, type Request } from '../api/http/index.ts';
import { notFound } from '../errors.ts';
import { memoize } from '../memoize.ts';
import type { Service } from '../platform/service.ts';
import { joinCacheMetadata } from '../read/execute/index.ts';
import { Room } from './answerSize.ts';
import { createOperationAsker, type Askers } from './operationAsker.ts';
import { formatFailure, type FormattedError } from './errors.ts';
import { findDocument } from './persistedQueries.ts';
import { readCall } from './readCall.ts';
import { readDocument } from './readDocument.ts';
import { runOperation, type Result } from './runOperation.ts';
import { schemaOf } from './schemaOf.ts';

/** As in Strapi, a component has an `id`, whatever REST is set to. */
const withComponentIds = memoize((service: Service): Service => {
  const { config } = service;
  if (config.api.rest.componentIds) return service;
  const rest = { ...config.api.rest, componentIds: true };
  return { ...service, config: { ...config, api: { ...config.api, rest } } };
});

/** No cache keeps errors. */
const uncached = { 'cache-control': 'private, no-store' };

const refuse = (status: number, errors: readonly FormattedError[], headers: Answer['headers'] = {}): Answer => ({
  ...{ status, body: { errors }, headers: { ...uncached, ...headers } },
});

const badRequest = (message: string, status = 400, headers?: Answer['headers']): Answer =>
  refuse(status, [{ message, extensions: { code: 'BAD_REQUEST' } }], headers);

/** As clients know it: they send the document then. */
const notPersisted = refuse(200, [
  { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
]);

const json = 'application/json; charset=utf-8';

/** @param answers those of REST, whose documents the result has @param room of the answer */
const resultAnswer = (
  request: Request,
  service: Service,
  { result, answers, room }: { readonly result: Result; readonly answers: readonly Answer[]; readonly room: Room },
): Answer => {
  let text: string;
  let hasErrors = result.errors !== undefined;
  try {
    text = room.encode(result);
  } catch (error) {
    // What was written stays written.
    text = JSON.stringify({ errors: [formatFailure(error, request)], data: null });
    hasErrors = true;
  }
  const parts = answers.flatMap(({ cacheMetadata }) => cacheMetadata ?? []);
  const isKept = !hasErrors && request.method === 'GET' && parts.length === answers.length;
  return {
    ...{ status: 'data' in result ? 200 : 400, text },
    headers: { 'content-type': json, ...(isKept ? {} : uncached) },
    ...(isKept && parts.length > 0 ? { cacheMetadata: joinCacheMetadata(service, parts) } : {}),
  };
};

/** As `@apollo/server`: its client reads the errors of a 400 only if it is of this type. */
const typedHeaders = ({ headers }: Request): Answer['headers'] =>
  headers.accept?.includes('application/graphql-response+json') === true
    ? { 'content-type': 'application/graphql-response+json; charset=utf-8' }
    : {};

/**
 * @param askers make what fields ask
 * @throws ApiError 404 if the site has no GraphQL, 401 for invalid credentials; as `readBody`
 */
export const answerGraphql = async (request: Request, service: Service, askers: Askers): Promise<Answer> => {
  const answer = await answerRequest(request, service, askers);
  return answer.status < 400 ? answer : { ...answer, headers: { ...answer.headers, ...typedHeaders(request) } };
};

const answerRequest = async (request: Request, service: Service, askers: Askers): Promise<Answer> => {
  if (!service.config.graphql.enabled) throw notFound();
  const caller = await identifyCaller(request, service);
  const sent = await readCall(request);
  if (typeof sent === 'string') return badRequest(sent);
  const found = await findDocument(request, service, sent);
  if (found === undefined) return notPersisted;
  if (typeof found === 'string') return badRequest(found);
  const checked = readDocument(service, found.text);
  if ('errors' in checked) return refuse(400, checked.errors);
  const { document } = checked;
  const { operationName, variables } = sent;
  const kind = getOperationAST(document, operationName)?.operation;
  if (request.method === 'GET' && kind !== undefined && kind !== OperationTypeNode.QUERY)
    return badRequest(`GET requests only support query operations, not ${kind} operations`, 405, { allow: 'POST' });
  await found.persist?.(caller);
  const { answers, askFor } = createOperationAsker({ ...request, caller }, withComponentIds(service), askers);
  const { api, graphql } = service.config;
  const limits = { ...api.rest, defaultLimit: graphql.defaultLimit };
  const room = new Room(limits.maxResponseBytes);
  const result = await runOperation(
    { schema: schemaOf(service.schema), request, ask: askFor, limits, room },
    { document, variables, operationName },
  );
  return resultAnswer(request, service, { result, answers, room });
};
