// Sends requests of REST through the tools of agents, where a tool can express them.
import { createHash } from 'node:crypto';
import qs from 'qs';
import { expect } from 'vitest';
import { findByDocumentId } from '../../lib/accounts/users/index.ts';
import { continueGrant, createGrant } from '../../lib/mcp/oauth/grants.ts';
import { issueAccessToken } from '../../lib/mcp/oauth/identifyAgent.ts';
import { memoize } from '../../lib/memoize.ts';
import { present } from '../../lib/mcp/present.ts';
import { agentScopes } from '../../lib/platform/agentScopes.ts';
import type { Service } from '../../lib/platform/service.ts';
import { isObject, type ContentType, type JsonObject, type Schema } from '../../lib/schema/index.ts';
import type { Call, Reply, Send } from '../setup/request.ts';
import { sendMessage } from './callTool.ts';

interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What a call takes from a query; undefined: it takes less. */
type Arguments = Readonly<Record<string, unknown>> | undefined;

const textList = (value: unknown): readonly string[] | undefined => {
  const list = typeof value === 'string' ? value.split(',') : value;
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined;
};

const positive = (value: unknown): number | undefined =>
  typeof value === 'string' && /^[1-9]\d*$/.test(value) ? Number(value) : undefined;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** How a tool takes a parameter of REST. */
const parameters: Readonly<Record<string, (value: unknown) => unknown>> = {
  filters: (value) => (isObject(value) ? value : undefined),
  sort: textList,
  fields: textList,
  populate: (value) => value,
  status: (value) => (value === 'draft' || value === 'published' ? value : undefined),
  locale: text,
  pagination: (value) =>
    isObject(value) && Object.keys(value).every((key) => key === 'page' || key === 'pageSize') ? value : undefined,
};

const read = (query: JsonObject, names: readonly string[]): Arguments => {
  const entries = Object.entries(query).map(([name, value]) => [
    name,
    names.includes(name) ? parameters[name]?.(value) : undefined,
  ]);
  return entries.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(entries) as JsonObject);
};

const listArguments = (query: JsonObject): Arguments => {
  const some = read(query, ['filters', 'sort', 'fields', 'populate', 'status', 'locale', 'pagination']);
  if (some === undefined) return undefined;
  const { pagination, ...rest } = some;
  const { page: pageText = '1', pageSize: sizeText = '25' } = isObject(pagination) ? pagination : {};
  const [page, pageSize] = [positive(pageText), positive(sizeText)];
  return page === undefined || pageSize === undefined || pageSize > 50
    ? undefined
    : { status: 'published', ...rest, page, pageSize };
};

const documentArguments = (query: JsonObject): Arguments => {
  const some = read(query, ['fields', 'populate', 'status', 'locale']);
  return some === undefined ? undefined : { status: 'published', ...some };
};

const dataOf = (body: unknown): JsonObject | undefined =>
  isObject(body) && isObject(body.data) && Object.keys(body).length === 1 ? body.data : undefined;

/** The tool of a part of a document: `versions/1/restore`. */
const callOfPart = (method: string, part: string, type: ContentType, body: unknown): ToolCall | undefined => {
  const [, version, restore] = /^versions(?:\/(\d+)(\/restore)?)?$/.exec(part) ?? [];
  const data = dataOf(body) ?? {};
  const { name = type.review?.stages[Number(data.id) - 1] } = data;
  const [, action] = /^actions\/(publish|unpublish)$/.exec(part) ?? [];
  switch (`${method} ${part.split('/')[0] ?? ''}`) {
    case 'GET versions':
    case 'POST versions': {
      const args = { ...(version === undefined ? {} : { version: Number(version), restore: restore !== undefined }) };
      const isKnown = part === 'versions' || (version !== undefined && (restore !== undefined) === (method === 'POST'));
      return isKnown ? { name: 'document_history', args } : undefined;
    }
    case 'GET comments':
      return part === 'comments' ? { name: 'comment', args: {} } : undefined;
    case 'POST comments':
      return { name: 'comment', args: { text: data.text } };
    case 'GET stages':
      return { name: 'review', args: {} };
    case 'PUT stage':
      return name === undefined ? undefined : { name: 'review', args: { stage: name } };
    case 'POST actions':
      return action === undefined ? undefined : { name: 'publish_document', args: { action } };
    default:
      return undefined;
  }
};

/** A write of a tool is always of the draft. */
const withoutStatus = (query: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'status'));

const callOfDocument = (method: string, query: JsonObject, body: unknown): ToolCall | undefined => {
  const data = dataOf(body);
  if (method === 'GET') {
    const args = documentArguments(query);
    return args === undefined ? undefined : { name: 'read_document', args };
  }
  const args = read(withoutStatus(query), ['locale']);
  return method === 'PUT' && data !== undefined && args !== undefined
    ? { name: 'update_document', args: { ...args, data } }
    : undefined;
};

const parseQuery = (queryText: string) => qs.parse(queryText, { depth: 20, arrayLimit: 1_000 }) as JsonObject;

const callOfSearch = (query: JsonObject): ToolCall | undefined => {
  const { q, types, ...others } = query;
  const { page, pageSize, ...rest } = listArguments(others) ?? {};
  const names = types === undefined ? [] : textList(types);
  return typeof q === 'string' && names !== undefined && page === 1 && !('filters' in rest || 'sort' in rest)
    ? { name: 'search', args: { ...rest, words: q, types: names, pageSize } }
    : undefined;
};

const findToolCall = (schema: Schema, method: string, url: string, body?: unknown): ToolCall | undefined => {
  const [path = '', queryText = ''] = url.split('?');
  if (method === 'GET' && path === '/api/search') return callOfSearch(parseQuery(queryText));
  const [, typeName = '', rest] = /^\/api\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
  const type = schema.served.get(typeName);
  if (type === undefined || path.includes('%')) return undefined;
  const query = parseQuery(queryText);
  const isSingle = type.kind === 'singleType';
  const [documentId, ...parts] = isSingle ? [undefined, ...(rest?.split('/') ?? [])] : (rest?.split('/') ?? []);
  const place = { type: typeName, ...(documentId === undefined ? {} : { documentId }) };
  const withPlace = (call: ToolCall | undefined): ToolCall | undefined =>
    call === undefined ? undefined : { ...call, args: { ...place, ...call.args } };
  if (!isSingle && documentId === undefined) {
    const data = dataOf(body);
    const args = method === 'GET' ? listArguments(query) : read(withoutStatus(query), ['locale']);
    if (args === undefined) return undefined;
    if (method === 'GET') return withPlace({ name: 'list_documents', args });
    return method === 'POST' && data !== undefined
      ? withPlace({ name: 'create_document', args: { ...args, data } })
      : undefined;
  }
  if (parts.length === 0) return withPlace(callOfDocument(method, query, body));
  const args = read(query, ['locale']);
  const call = args === undefined ? undefined : callOfPart(method, parts.join('/'), type, body);
  return call === undefined ? undefined : withPlace({ ...call, args: { ...args, ...call.args } });
};

const ofOne = ['fields', 'populate', 'status', 'locale'];
const ofPages = ['pagination[page]', 'pagination[pageSize]'];

/** The requests that a tool must do, with the parameters that it takes. None discards a draft, on purpose. */
const requiredForms: readonly (readonly [form: RegExp, parameters: readonly string[]])[] = [
  [/^GET$/, [...ofOne, ...ofPages, 'filters', 'sort']],
  [/^GET search$/, [...ofOne, ...ofPages, 'q', 'types']],
  [/^GET :id$/, ofOne],
  [/^GET :id\/(?:versions|versions\/\d+|comments|stages)$/, ['locale']],
  [/^(?:POST|PUT :id) with data$/, ['status', 'locale']],
  [/^POST :id\/(?:actions\/publish|actions\/unpublish|versions\/\d+\/restore)(?: with data)?$/, ['locale']],
  [/^POST :id\/comments with data$/, ['locale']],
  [/^PUT :id\/stage with data$/, ['locale']],
];

/** @returns the method and the path below the type, as documents of all types have it: `GET :id/versions`; undefined: of no type */
const formOf = (schema: Schema, method: string, path: string, body: unknown): string | undefined => {
  if (path === '/api/search') return `${method} search`;
  const [, typeName = '', rest = ''] = /^\/api\/([^/]+)(.*)$/.exec(path) ?? [];
  const type = schema.served.get(typeName);
  if (type === undefined || (rest.endsWith('/stage') && type.review === undefined)) return undefined;
  const below = type.kind === 'singleType' ? `:id${rest}` : rest.replace(/^\/[^/]+/, ':id');
  return `${method} ${below}`.trim() + (dataOf(body) === undefined ? '' : ' with data');
};

const isRequired = (schema: Schema, method: string, url: string, body: unknown): boolean => {
  const [path = '', query = ''] = url.split('?');
  const form = formOf(schema, method, path, body);
  const [, parameters = []] = requiredForms.find(([required]) => form !== undefined && required.test(form)) ?? [];
  const isTaken = (name: string, value: string): boolean =>
    parameters.includes(name.startsWith('pagination') ? name : name.replace(/\[.*/, '')) &&
    (name !== 'pagination[pageSize]' || Number(value) <= 50);
  return parameters.length > 0 && [...new URLSearchParams(query)].every(([name, value]) => isTaken(name, value));
};

/** @returns undefined for what no tool does @throws Error where one must: nothing compares what it leaves out */
export const toToolCall = (schema: Schema, method: string, url: string, body?: unknown): ToolCall | undefined => {
  const call = findToolCall(schema, method, url, body);
  if (call === undefined && isRequired(schema, method, url, body)) throw new Error(`No tool does ${method} ${url}`);
  return call;
};

/** @returns what is in the frame of a result, and what that leaves out; a result that is cut as text */
const withoutFrame = (result: string): JsonObject => {
  const [, mark = ''] = /"end":"([\w-]+)"\}$/.exec(result) ?? [];
  try {
    const entries = Object.entries(JSON.parse(result) as JsonObject);
    return Object.fromEntries(entries.filter(([key]) => !['advice', 'untrusted', 'end'].includes(key)));
  } catch {
    return { cut: result.replaceAll(mark, '') };
  }
};

interface ErrorBody {
  readonly error: { readonly name: string; readonly message: string; readonly details?: object };
}

/** What a tool makes of an error of REST. */
const presentedError = (status: number, { error: { name, message, details = {} } }: ErrorBody): JsonObject => ({
  ...{ error: message, status, name },
  ...(Object.keys(details).length > 0 ? { details } : {}),
});

/** @returns the result of a tool, with the status of REST, and the revision as the ETag */
const resultOf = async (send: Send, as: Call['as'], { name, args }: ToolCall): Promise<Reply> => {
  const { status, body } = await sendMessage(send, as, { method: 'tools/call', params: { name, arguments: args } });
  if (status !== 200) return { status, headers: {}, body: presentedError(status, body) };
  const { revision, ...inner } = withoutFrame(body.result.content[0].text);
  const { isError } = body.result;
  return { status: isError === true ? Number(inner.status) : 200, headers: { etag: revision }, body: inner };
};

/** The tokens of agents that may do all that an agent of a user can, by the JWT of the user, which several sites can accept. */
const agentTokensOf: (service: Service) => Map<string, Promise<string | undefined>> = memoize(() => new Map());

/** Lets an agent in for a user. @returns its token; the JWT if that is not valid; undefined where users let none in */
const connectAgentOf = async (service: Service, jwt: string): Promise<string | undefined> => {
  if (service.config.editor.url === '') return undefined;
  const caller = await service.access.identify(`Bearer ${jwt}`).catch(() => undefined);
  const user = caller?.user === undefined ? undefined : await findByDocumentId(service, caller.user);
  if (user === undefined) return jwt;
  const [client, redirectUri, verifier] = [{ id: 'tests', name: 'Tests', url: null }, 'http://127.0.0.1/', 'verifier'];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const access = { client, scopes: agentScopes, proof: { redirectUri, challenge } };
  const code = await createGrant(service, user, caller?.session, access);
  return issueAccessToken(service, await continueGrant(service, code, client.id, { redirectUri, verifier }));
};

const credentialsOf = async (service: Service, as: Call['as'] = 'full-access'): Promise<Call['as'] | undefined> => {
  if (typeof as !== 'object' || as === null || !as.token.includes('.')) return as;
  const agentTokens = agentTokensOf(service);
  const issued = agentTokens.get(as.token) ?? connectAgentOf(service, as.token);
  agentTokens.set(as.token, issued);
  const token = await issued;
  return token === undefined ? undefined : { token };
};

/** @returns a function that sends a request of REST through a tool, and returns undefined for one that no tool can express */
export const requestThroughTools =
  (service: Service, send: Send) =>
  async (method: string, url: string, { as, body, headers }: Call = {}): Promise<Reply | undefined> => {
    const call = toToolCall(service.schema, method, url, body);
    const isPlain = Object.keys(headers ?? {}).length === 0 && as !== null;
    if (call === undefined || !isPlain) return undefined;
    const credentials = await credentialsOf(service, as);
    return credentials === undefined ? undefined : resultOf(send, credentials, call);
  };

/** What a tool makes of the body of an answer of REST. */
const presentedParts = (
  { name, args }: ToolCall,
  { data, meta }: { readonly data: unknown; readonly meta: JsonObject },
): object => {
  if (name === 'read_document') return { document: data };
  if (name === 'review') return { data, meta };
  if (args.version !== undefined) return { document: data, meta };
  return { items: data, ...(isObject(meta.pagination) ? meta.pagination : {}) };
};

const presented = (call: ToolCall, { status, body }: Reply): unknown => {
  if (status >= 400) return presentedError(status, body);
  return withoutFrame(present(presentedParts(call, body) as JsonObject, call.args));
};

/**
 * Asks a tool the same as a read of REST. It says what REST says, so that what tests find of an answer of REST is true of the tool: of
 * hidden documents, attributes and people. Only a type on which the caller has no permission is 400 for a tool.
 */
export const expectSameThroughTools = async (
  service: Service,
  send: Send,
  { method, url, call = {} }: { readonly method: string; readonly url: string; readonly call?: Call | undefined },
  reply: Reply,
): Promise<void> => {
  const tool = method === 'GET' ? toToolCall(service.schema, method, url) : undefined;
  const found = tool === undefined ? undefined : await requestThroughTools(service, send)(method, url, call);
  if (tool === undefined || found === undefined) return;
  const isUnknownType = found.status === 400 && String(found.body.error).startsWith('There is no type ');
  if (found.status === 401 || isUnknownType) {
    expect([401, 403, 404], url).toContain(reply.status);
    return;
  }
  expect(found.body, `${url}, by ${tool.name}`).toEqual(presented(tool, reply));
};
