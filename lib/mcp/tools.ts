// What each tool does: it asks the operations of REST, and says in few words what they answer.
import { checkBody } from '../contracts/index.ts';
import { forbidden, invalid } from '../errors.ts';
import { inFetchTurn } from '../media/index.ts';
import { mayReadDrafts } from '../platform/access/index.ts';
import type { Service } from '../platform/service.ts';
import { componentOf, componentsIn, isObject, type ContentType, type JsonObject } from '../schema/index.ts';
import { holdPlanned } from '../releases/index.ts';
import { hasPasswordAttributes } from '../write/documents/index.ts';
import type { RestRequest } from '../api/restClient.ts';
import { ifMatchOf, type Answer, type Request } from '../api/http/index.ts';
import { toolContract, type ToolName } from './contract.ts';
import { describeType, findUsableType, listTypes, nameOf } from './describeTypes.ts';
import { formFromUrl } from './formFromUrl.ts';
import { isCut, present } from './present.ts';
import { countCall, countWrite, writeInSession, type Writer } from './sessions.ts';

/** Who calls tools, and how they ask. */
export interface ToolContext extends Writer {
  /** Makes a text that is the same for a call that a client repeats because it got no answer. Its arguments are checked then. */
  readonly key: () => string;
  readonly disconnected: Request['disconnected'];
}

/** By name, from arguments as the contract declares them to the text of the result. They throw ApiError as the operations. */
type Tools = {
  readonly [Name in ToolName]: (
    args: ReturnType<typeof checkBody<typeof toolContract, Name>>,
    context: ToolContext,
  ) => Promise<string>;
};

interface DocumentArguments {
  readonly type: string;
  readonly documentId?: string | undefined;
}

const placeOf = ({ service, caller }: ToolContext, { type: name, documentId }: DocumentArguments) => {
  const type = findUsableType(service, caller, name);
  const defaultStatus = type.draftAndPublish && mayReadDrafts(caller, type.uid) ? 'draft' : undefined;
  const path = `/api/${nameOf(type)}${documentId === undefined ? '' : `/${encodeURIComponent(documentId)}`}`;
  return { type, path, defaultStatus } as const;
};

/** @throws ApiError 400 without the documentId of a collection type, which would be a list, and with one of a single type */
const documentOf = (context: ToolContext, place: DocumentArguments) => {
  const found = placeOf(context, place);
  const isSingle = found.type.kind === 'singleType';
  if (isSingle !== (place.documentId === undefined || place.documentId === ''))
    throw invalid(
      isSingle ? 'documentId must be missing for a single type' : 'documentId is missing: list_documents returns it',
      { path: 'documentId' },
    );
  return found;
};

/** A condition on the revision. */
const ifMatch = (revision: string | undefined): Pick<RestRequest, 'headers'> =>
  revision === undefined ? {} : { headers: { 'if-match': ifMatchOf(revision) } };

const bodyOf = ({ body }: Answer): { readonly data?: unknown; readonly meta?: unknown } => (isObject(body) ? body : {});

const documentResult = (answer: Answer, query?: object): string =>
  present({ document: bodyOf(answer).data, revision: answer.revision }, query);

/**
 * @throws ApiError 400 for what discarding could not take back: links that other documents keep, as no change set knows their drafts,
 *   and passwords, as no version has them; components that can have one would lose it
 */
const refuseIrreversible = ({ schema }: Service, { attributes }: ContentType, names: readonly string[]): void => {
  for (const name of names) {
    const attribute = attributes.get(name);
    if (attribute === undefined) continue;
    if (attribute.kind === 'relation' && attribute.side.holds === 'nothing')
      throw invalid(`The documents of ${name} keep these links: update them instead`, { path: `data.${name}` });
    const parts = componentsIn(attribute).map((uid) => componentOf(schema, uid).attributes);
    if (attribute.type === 'password' || parts.some((part) => hasPasswordAttributes(part, schema)))
      throw invalid(`Agents write no passwords: leave ${name} to a person`, { path: `data.${name}` });
  }
};

/** Writes a document. The result names the release in which people find it. */
const write = async (
  context: ToolContext,
  type: ContentType,
  question: RestRequest,
  documentId?: string,
): Promise<string> => {
  const isNew = documentId === undefined && type.kind === 'collectionType';
  const hold = isNew ? undefined : () => holdPlanned(context.service, type, documentId);
  const { answer, set } = await writeInSession(context, type, question, hold);
  const changeSet = type.draftAndPublish ? set : undefined;
  return present({ document: bodyOf(answer).data, revision: answer.revision, changeSet });
};

const bodyResult = (answer: Answer): string => present({ ...bodyOf(answer) });

const listResult = (answer: Answer, query?: object): string => {
  const { data, meta } = bodyOf(answer);
  const pagination = isObject(meta) && isObject(meta.pagination) ? meta.pagination : {};
  return present({ items: Array.isArray(data) ? data : [data], ...pagination }, query);
};

/** Operations have lower limits of their own. */
const maxLevel = 64;

/**
 * @throws ApiError 400 for arguments that are nested too deep, have half of a character, which no address can have, or would replace a
 *   text by the part of it that was read
 */
const checkArguments = (value: unknown, path = 'arguments', level = 0): void => {
  if (level > maxLevel) throw invalid(`The arguments are nested over ${maxLevel} levels`);
  if (typeof value === 'string' && /\p{Cs}/u.test(value))
    throw invalid(`${path} has half of a character (a lone surrogate)`, { path });
  if (typeof value === 'string' && path.startsWith('data.') && isCut(value))
    throw invalid(`${path} is cut: read it whole first, with its name in fields`, { path });
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    checkArguments(key, path, level);
    checkArguments(inner, level === 0 ? key : `${path}.${key}`, level + 1);
  }
};

/** @throws ApiError 400 for a value that a query cannot have: left out, the list would have more than the filter finds */
const refuseLost = (value: unknown, path: string): void => {
  if (typeof value !== 'object') return;
  const parts = Object.entries(value ?? {});
  if (parts.length === 0 && path !== 'filters')
    throw invalid(`${path} must not be null or empty: filter by {"$null": true} or {"$notNull": true}`, {
      path,
    });
  for (const [key, inner] of parts) refuseLost(inner, `${path}.${key}`);
};

const mostRows = 50;

const pageOf = (page = 1, pageSize = 10) => ({ page, pageSize: Math.min(pageSize, mostRows) });

const get = ({ ask }: ToolContext, path: string, query: object = {}): Promise<Answer> =>
  ask({ method: 'GET', path, query });

const tools: Tools = {
  list_types: ({ type }, { service, caller }) =>
    Promise.resolve(type === undefined ? listTypes(service, caller) : describeType(service, caller, type)),
  list_documents: async ({ type, page, pageSize, status, ...query }, context) => {
    const { path, defaultStatus } = placeOf(context, { type });
    refuseLost(query.filters, 'filters');
    const pagination = pageOf(page, pageSize);
    const answer = await get(context, path, { status: status ?? defaultStatus, pagination, ...query });
    return listResult(answer, query);
  },
  read_document: async ({ type, documentId, status, ...query }, context) => {
    const { path, defaultStatus } = documentOf(context, { type, documentId });
    return documentResult(await get(context, path, { status: status ?? defaultStatus, ...query }), query);
  },
  search: async ({ words, types = [], pageSize, ...query }, context) => {
    const names = types.map((name) => nameOf(placeOf(context, { type: name }).type));
    const pagination = pageOf(1, pageSize);
    return listResult(await get(context, '/api/search', { q: words, types: names, pagination, ...query }));
  },
  create_document: async ({ type, data, ...query }, context) => {
    const { path, type: found } = placeOf(context, { type });
    refuseIrreversible(context.service, found, Object.keys(data));
    const status = found.draftAndPublish ? 'draft' : undefined;
    const method = found.kind === 'singleType' ? 'PUT' : 'POST';
    const headers = method === 'POST' ? { 'idempotency-key': context.key() } : {};
    return write(context, found, { method, path, query: { status, ...query }, body: { data }, headers });
  },
  update_document: async ({ type, documentId, data, revision, ...query }, context) => {
    const { path, type: found } = documentOf(context, { type, documentId });
    refuseIrreversible(context.service, found, Object.keys(data));
    const status = found.draftAndPublish ? 'draft' : undefined;
    const body = { data };
    const question = { method: 'PUT', path, query: { status, ...query }, body, ...ifMatch(revision) } as const;
    return write(context, found, question, documentId);
  },
  publish_document: async ({ type, documentId, action, revision, ...query }, context) => {
    const { path, type: found } = documentOf(context, { type, documentId });
    const question = { method: 'POST', path: `${path}/actions/${action}`, query, ...ifMatch(revision) } as const;
    return write(context, found, question, documentId);
  },
  document_history: async ({ type, documentId, version, restore, ...query }, context) => {
    const { path: document, type: found } = documentOf(context, { type, documentId });
    const path = `${document}/versions`;
    if (version === undefined) return listResult(await get(context, path, query));
    const one = `${path}/${version}`;
    if (restore === true) {
      const names = [...found.attributes].flatMap(([name, attribute]) =>
        componentsIn(attribute).length > 0 ? name : [],
      );
      refuseIrreversible(context.service, found, names);
      return write(context, found, { method: 'POST', path: `${one}/restore`, query }, documentId);
    }
    const { data, meta } = bodyOf(await get(context, one, query));
    return present({ document: data, meta });
  },
  comment: async ({ type, documentId, text, path: attribute, replyTo, ...query }, context) => {
    if (type === undefined && context.caller.user === undefined)
      throw forbidden('Nobody mentions a token: name a type and a document to read their comments');
    if (type === undefined)
      return listResult(await get(context, '/api/editor/comments', { mentioned: 'me', resolved: false }));
    const path = `${documentOf(context, { type, documentId }).path}/comments`;
    if (text === undefined) return listResult(await get(context, path, query));
    await countWrite(context);
    const data = { text, path: attribute, parent: replyTo };
    return bodyResult(await context.ask({ method: 'POST', path, query, body: { data } }));
  },
  review: async ({ type, documentId, stage, revision, ...query }, context) => {
    const { path, type: found } = documentOf(context, { type, documentId });
    if (stage === undefined) return bodyResult(await get(context, `${path}/stages`, query));
    const body = { data: { name: stage } };
    const question = { method: 'PUT', path: `${path}/stage`, query, body, ...ifMatch(revision) } as const;
    return documentResult((await writeInSession(context, found, question)).answer);
  },
  preview_link: async ({ type, documentId, ...query }, context) => {
    const path = `${documentOf(context, { type, documentId }).path}/actions/preview-link`;
    return bodyResult(await context.ask({ method: 'POST', path, query }));
  },
  upload_file: async ({ url, key, mime, size, ...fileInfo }, context) => {
    const { ask, caller, key: makeKey, service, disconnected } = context;
    await countWrite(context);
    const headers = { 'idempotency-key': makeKey() };
    if (url !== undefined) {
      const { contentType, ...form } = formFromUrl(url, fileInfo, service.config.upload);
      const question = { path: '/api/upload', headers: { ...headers, 'content-type': contentType }, ...form };
      const { body } = await inFetchTurn({ key: caller.id, signal: disconnected?.() }, () =>
        ask({ method: 'POST', ...question }),
      );
      return present({ file: Array.isArray(body) ? body[0] : body });
    }
    if (key === undefined) {
      const body = { name: fileInfo.name, mime, size };
      return present({ form: (await ask({ method: 'POST', path: '/api/upload/presign', body })).body });
    }
    const body = { key, fileInfo };
    return present({ file: (await ask({ method: 'POST', path: '/api/upload/complete', body, headers })).body });
  },
};

export const isTool = (name: string): name is ToolName => Object.hasOwn(tools, name);

/** @returns the text of the result @throws ApiError 400 for arguments that the tool does not take; 429 for too many calls in an hour; as the operation */
export const runTool = async (name: ToolName, args: unknown, context: ToolContext): Promise<string> => {
  await countCall(context.service, context.caller);
  checkArguments(args);
  const checked: JsonObject = checkBody(toolContract, name, args);
  const { needs = {} } = toolContract.operations[name] as { readonly needs?: Readonly<Record<string, string>> };
  for (const [argument, other] of Object.entries(needs))
    if ((checked[argument] ?? false) !== false && checked[other] === undefined)
      throw invalid(`${argument} needs ${other}`, { path: other });
  return tools[name](checked as never, context); // those of the tool with this name
};
