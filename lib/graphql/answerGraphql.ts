// Answers `POST /graphql`.
import {
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
} from 'graphql';
import type { Asker } from '../api/ask.ts';
import { identifyCaller, type Answer, type Request } from '../api/http/index.ts';
import { notFound } from '../errors.ts';
import { memoize } from '../memoize.ts';
import { LruCache } from '../platform/lruCache.ts';
import type { Service } from '../platform/service.ts';
import { Timings } from '../platform/timings.ts';
import { isObject } from '../schema/index.ts';
import { formatFault, type FormattedError } from './errors.ts';
import { runOperation, type Call } from './runOperation.ts';
import { schemaOf } from './schemaOf.ts';

/** As in Strapi, a component has an `id`, whatever REST is set to. */
const withComponentIds = memoize((service: Service): Service => {
  const { config } = service;
  const rest = { ...config.api.rest, componentIds: true };
  return { ...service, config: { ...config, api: { ...config.api, rest } } };
});

/** A document that was read and checked. */
type Checked = { readonly document: DocumentNode } | { readonly errors: readonly FormattedError[] };

/** A site repeats the same few hundred documents. */
const documentsOf: (service: Service) => LruCache<Checked> = memoize(() => new LruCache(500));

/** Longer ones are rare and would fill the memory. */
const maxKept = 20_000;

const check = (service: Service, text: string): Checked => {
  let document: DocumentNode;
  try {
    document = parse(text, { noLocation: false });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [formatFault(error, 'GRAPHQL_PARSE_FAILED')] };
  }
  const { introspection } = service.config.graphql;
  const isOpen =
    introspection === 'always' || (introspection === 'development' && process.env.LECTERN_DEVELOPMENT !== undefined);
  const rules = isOpen ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
  const errors = validate(schemaOf(service.schema), document, rules, { maxErrors: 20 });
  return errors.length > 0
    ? { errors: errors.map((error) => formatFault(error, 'GRAPHQL_VALIDATION_FAILED')) }
    : { document };
};

const badRequest = (message: string): Answer => ({
  status: 400,
  body: { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
});

/** What a body says. @returns why it says nothing, as the server that clients know does (`@apollo/server`) */
const readCall = (body: unknown): (Omit<Call, 'document'> & { readonly query: string }) | string => {
  if (Array.isArray(body)) return 'Operation batching disabled.';
  if (!isObject(body) || Object.keys(body).length === 0)
    return 'POST body missing, invalid Content-Type, or JSON object has no keys.';
  const { query, variables, operationName } = body;
  if (query !== undefined && query !== null && typeof query !== 'string') return 'GraphQL queries must be strings.';
  if (typeof query !== 'string' || query === '') return 'GraphQL operations must contain a non-empty `query`.';
  if (variables !== undefined && variables !== null && !isObject(variables))
    return '`variables` in a POST body must be an object if provided.';
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string')
    return '`operationName` in a POST body must be a string if provided.';
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
};

/**
 * @param askerFor makes what fields ask
 * @throws ApiError 404 if the site has no GraphQL, 401 for invalid credentials; as `readBody`
 */
export const answerGraphql = async (request: Request, service: Service, askerFor: Asker): Promise<Answer> => {
  if (!service.config.graphql.enabled) throw notFound();
  const caller = await identifyCaller(request, service);
  const call = readCall(await request.readBody());
  if (typeof call === 'string') return badRequest(call);
  const { query, variables, operationName } = call;
  const checked =
    query.length > maxKept ? check(service, query) : documentsOf(service).get(query, () => check(service, query));
  if ('errors' in checked) return { status: 400, body: { errors: checked.errors } };
  const site = withComponentIds(service);
  const result = await runOperation(
    {
      schema: schemaOf(service.schema),
      request,
      // Fields that are read at once measure their own times.
      ask: () => askerFor({ ...request, caller, timings: new Timings() }, site),
      limits: service.config.api.rest,
      maxDepth: service.config.graphql.maxDepth,
    },
    { document: checked.document, variables, operationName },
  );
  const text = JSON.stringify(result);
  const { maxResponseBytes } = service.config.api.rest;
  if (Buffer.byteLength(text) > maxResponseBytes)
    return badRequest(`The answer has more than ${maxResponseBytes} bytes: select less (api.rest.maxResponseBytes)`);
  return { status: 'data' in result ? 200 : 400, text, headers: { 'content-type': 'application/json; charset=utf-8' } };
};
