// Sends API Gateway events to the real handlers, on a real database.
import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Collection, Document, Timestamp } from 'mongodb';
import { afterAll, beforeAll, expect } from 'vitest';
import { otherwise, routesWith } from '../../functions/routes.ts';
import type { TokenType } from '../../lib/platform/tokenTypes.ts';
import {
  compileExtensions,
  withComputed,
  type Extension,
  type Extensions,
} from '../../lib/platform/extensions/index.ts';
import { defaultConfig, type Config, type Secrets } from '../../lib/platform/config/index.ts';
import { endpoint, type Log } from '../../lib/api/http/index.ts';
import type { Schema } from '../../lib/schema/index.ts';
import { prepareIndexes } from '../../lib/platform/db/index.ts';
import { countLimits } from '../../lib/read/execute/rememberedCounts.ts';
import { createRouter } from '../../lib/server/createRouter.ts';
import { assembleService, type Service } from '../../lib/platform/service.ts';
import { createToken } from '../../lib/accounts/tokens/index.ts';
import { expectSameThroughGraphql } from '../graphql/throughGraphql.ts';
import { expectSameThroughTools } from '../mcp/throughTools.ts';
import { openShared, reusedDatabase } from './database.ts';
import { secrets } from './secrets.ts';
import { findUnmovedChanges, lastWriteTime } from './unmovedChanges.ts';
import { checkAnswer } from './checkAnswer.ts';
import type { Call, Reply } from './request.ts';

export { componentFile, localized, relationTo, schemaOf, typeFile, withDrafts } from './schema.ts';

export type { Call, Reply } from './request.ts';

export interface Api {
  readonly service: () => Service;
  /** A collection of the service's database. */
  readonly collection: <T extends Document = Document>(name: string) => Promise<Collection<T>>;
  /** @param url path and query, as a client writes them */
  readonly request: (method: string, url: string, call?: Call) => Promise<Reply>;
  readonly get: (url: string, call?: Call) => Promise<Reply>;
  readonly post: (url: string, data: unknown, call?: Call) => Promise<Reply>;
  /**
   * Creates a document with a POST.
   *
   * @returns its documentId
   * @throws Error if the status is not 201
   */
  readonly create: (url: string, data: unknown, call?: Call) => Promise<string>;
  readonly put: (url: string, data: unknown, call?: Call) => Promise<Reply>;
  readonly delete: (url: string, call?: Call) => Promise<Reply>;
}

/** An API on a database that may have only the indexes that decide its answers (`decisiveIndexesOnly`). */
export interface TestApi extends Api {
  /** Creates all indexes of the schema; call it before tests that are about indexes. */
  readonly createAllIndexes: () => Promise<void>;
}

/** A log that keeps nothing. */
export const silentLog = (): void => undefined;

/** An event as API Gateway's HTTP API sends it (payload 2.0). */
export const toLambdaEvent = (
  method: string,
  url: string,
  call: { readonly body?: string | undefined; readonly headers: Readonly<Record<string, string>> },
  route: { readonly routeKey: string; readonly pathParameters: Readonly<Record<string, string>> },
): APIGatewayProxyEventV2 => {
  const [rawPath = '', rawQueryString = ''] = url.split('?');
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath,
    rawQueryString,
    headers: { ...call.headers },
    pathParameters: { ...route.pathParameters },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'api.example.org',
      domainPrefix: 'api',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'test',
      routeKey: route.routeKey,
      stage: '$default',
      time: '01/Jan/2026:00:00:00 +0000',
      timeEpoch: 1767225600000,
    },
    ...(call.body === undefined ? {} : { body: call.body }),
    isBase64Encoded: false,
  };
};

/** The files of the page at /docs are not JSON. */
const isJson = ({ body, headers }: APIGatewayProxyStructuredResultV2): boolean =>
  body !== undefined && /^application\/(?:graphql-response\+)?json/.test(String(headers?.['content-type']));

/** A period in which attempts are counted: the next one begins in 2033, so that no test runs into it. */
export const attemptSeconds = 1_000_000_000;

const manyAttempts = { perAddress: 1_000_000, perIdentifier: 1_000_000 };

/** The defaults, with GraphQL, and with limits that allow many logins from one address. */
export const testConfig: Config = {
  ...defaultConfig,
  graphql: { ...defaultConfig.graphql, enabled: true },
  auth: {
    ...defaultConfig.auth,
    limits: {
      ...defaultConfig.auth.limits,
      seconds: attemptSeconds,
      login: { ...manyAttempts, beforeDelay: 1_000_000 },
      register: manyAttempts,
      forgot: manyAttempts,
      refresh: manyAttempts,
    },
  },
};

/** The defaults with these settings of the REST API. */
export const withRestConfig = (rest: Partial<Config['api']['rest']>): Config => ({
  ...defaultConfig,
  api: { rest: { ...defaultConfig.api.rest, ...rest } },
});

type Client = Omit<Api, 'service' | 'collection'>;

/** Tests of what callers may see, which let agents in for users. The matrix has what the routes of OAuth answer without it. */
const letsAgentsIn = (): boolean => isAboutAccess() && !expect.getState().testPath?.includes('/matrix/');

/** Tests of what callers may see, whose reads are sent through the tools of agents and through GraphQL as well. */
const isAboutAccess = (): boolean => expect.getState().testPath?.includes('/tests/access/') === true;

/**
 * Sends requests to services and returns their answers.
 *
 * @param nextService returns the service that receives the next request
 * @param tokenOf returns the token to send for a type of token
 * @param log receives the line of each request
 * @param project the code of the project, which may have routes
 */
export const createClient = (
  nextService: () => Promise<Service>,
  tokenOf: (type: TokenType) => string | undefined,
  log: Log = silentLog,
  project?: Extensions,
): Client => {
  const route = createRouter(
    routesWith(project).map((one) => ({ ...one, handler: endpoint(one.handler.operation, nextService, log) })),
    endpoint(otherwise.operation, nextService, log),
  );
  const request = async (method: string, url: string, call: Call = {}): Promise<Reply> => {
    const { body, as = 'full-access', headers = {}, isBase64Encoded = false } = call;
    const token = as === null ? undefined : typeof as === 'string' ? tokenOf(as) : as.token;
    const match = route(method, url.split('?')[0] ?? '');
    const event = toLambdaEvent(
      method,
      url,
      {
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      match,
    );
    const result = await match.handler({ ...event, isBase64Encoded }, {} as Context); // handlers do not read the context
    const status = result.statusCode ?? 0;
    const text =
      result.isBase64Encoded === true ? gunzipSync(Buffer.from(result.body ?? '', 'base64')).toString() : result.body;
    const answer = isJson(result) ? (JSON.parse(text ?? '') as unknown) : text;
    checkAnswer(match.routeKey, status, answer);
    const reply = { status, headers: result.headers ?? {}, body: answer };
    if (isAboutAccess()) {
      const service = await nextService();
      await expectSameThroughTools(service, request, { method, url, call }, reply);
      if (service.config.graphql.enabled)
        await expectSameThroughGraphql(service, request, { method, url, call }, reply);
    }
    return reply;
  };
  const post: Client['post'] = (url, data, call) => request('POST', url, { ...call, body: { data } });
  return {
    request,
    get: (url, call) => request('GET', url, call),
    post,
    create: async (url, data, call) => {
      const { status, body } = await post(url, data, call);
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.data.documentId as string;
    },
    put: (url, data, call) => request('PUT', url, { ...call, body: { data } }),
    delete: (url, call) => request('DELETE', url, call),
  };
};

/** Serves a schema with a project's own code, as one file of `extensions/` exports it. */
export const createProjectApi = (schema: Schema, project: Extension, config: Config = testConfig): TestApi =>
  createApi(schema, config, 1, secrets, [project]);

/** Remember all counts, so that each test of a total tests these as well. */
countLimits.minMs = 0;

/** Hash passwords quickly and answer at once, or tests of users are slow. */
const fastPasswordOptions = { passwordCost: { N: 2, r: 8, p: 1 }, minimumDurationMs: 0 };

/**
 * Serves a schema on a database that only the calling test file uses.
 *
 * @param processes how many services take requests in turn; like processes, they share only the database
 * @param project the site's own code, as files of `extensions/` export it
 */
export const createApi = (
  schema: Schema,
  config: Config = testConfig,
  processes = 1,
  serviceSecrets: Secrets = secrets,
  project: readonly Extension[] = [],
): TestApi => {
  const { name, reset, keep } = reusedDatabase(schema);
  const files = project.map((definition, index) => ({ file: `extensions/${index + 1}.ts`, definition }));
  const extensions = compileExtensions(schema, files);
  const editor = letsAgentsIn() ? { ...config.editor, url: 'https://site.example.org/editor' } : config.editor;
  const site = { schema: withComputed(schema, extensions), config: { ...config, editor }, extensions };
  const startService = (client: number): Service =>
    assembleService(openShared(name, client), site, serviceSecrets, Infinity, fastPasswordOptions);
  const service = startService(0);
  const otherServices = Array.from({ length: processes - 1 }, (_, index) => startService(index + 1));
  const serviceQueue: Service[] = [];
  const nextService = (): Promise<Service> => {
    if (serviceQueue.length === 0) serviceQueue.push(service, ...otherServices);
    return Promise.resolve(serviceQueue.pop() ?? service);
  };
  const tokens = new Map<TokenType, string>();
  let start: Timestamp;
  beforeAll(async () => {
    await reset(await service.database.get());
    start = await lastWriteTime(await service.database.get());
    for (const type of ['full-access', 'read-only'] as const)
      tokens.set(type, (await createToken(service, { name: type, type })).accessKey);
  });

  // Remembered counts, sync and streams rely on it.
  afterAll(async () => {
    expect(await findUnmovedChanges(await service.database.get(), schema, start)).toEqual([]);
  });

  const client = createClient(nextService, (type) => tokens.get(type), silentLog, site.extensions);
  const createAllIndexes = async (): Promise<void> => {
    keep();
    await prepareIndexes(await service.database.get(), schema);
  };
  const collection: Api['collection'] = async (name) => (await service.database.get()).collection(name);
  return { service: () => service, collection, createAllIndexes, ...client };
};
