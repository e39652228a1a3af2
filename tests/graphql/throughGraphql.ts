// Sends requests of REST through GraphQL, where GraphQL can express them.
import type { Service } from '../../lib/platform/service.ts';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLUnionType,
} from 'graphql';
import { expect } from 'vitest';
import { schemaOf } from '../../lib/graphql/index.ts';
import { partOf } from '../../lib/graphql/parts.ts';
import { readPopulateTree, type PopulateEntries } from '../../lib/read/query/populateTree.ts';
import { parseTree, type Branch, type Tree } from '../../lib/read/query/tree.ts';
import { builtInUids, isObject, type AttributeHolder, type JsonObject, type Schema } from '../../lib/schema/index.ts';
import { fieldNames, nameOf } from '../../lib/graphql/names.ts';
import type { Call, Reply } from '../setup/request.ts';

/** GraphQL cannot say it. */
class Inexpressible extends Error {}

const fail = (): never => {
  throw new Inexpressible();
};

const isBranch = (tree: Tree | undefined): tree is Branch =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree);

/** Makes both values comparable: that of REST becomes what GraphQL answers. */
interface Compared {
  readonly text: string;
  readonly fromRest: (value: unknown) => unknown;
  readonly fromGraphql: (value: unknown) => unknown;
}

const same = (value: unknown): unknown => value;

const textsOf = (tree: Tree | undefined): readonly string[] => {
  if (tree === undefined) return [];
  const parts = Array.isArray(tree) ? (tree as readonly Tree[]) : [tree];
  return parts.flatMap((part) => (typeof part === 'string' ? part.split(',').map((one) => one.trim()) : fail()));
};

/** The numbers of a page of a relation or a list. */
const pageOf = (tree: Branch, names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = tree[name];
      if (value === undefined) return [];
      return typeof value === 'string' && /^[1-9]\d*$|^0$/.test(value) ? [[name, Number(value)] as const] : fail();
    }),
  );

const scalarValue = (name: string, value: unknown): unknown => {
  // A number, or a text with quotes, is another text in REST.
  if (name === 'JSON' && /^[[{]/.test(String(value))) return JSON.parse(String(value)) as unknown;
  if (name === 'Int' || name === 'Float') return /^-?\d+(?:\.\d+)?$/.test(String(value)) ? Number(value) : fail();
  if (name !== 'Boolean') return value;
  return value === 'true' || value === true ? true : value === 'false' || value === false ? false : fail();
};

const asList = (value: Tree): readonly Tree[] =>
  Array.isArray(value) ? (value as readonly Tree[]) : isBranch(value) ? Object.values(value) : [value];

/** The filter on one value. */
const scalarFilter = (tree: Tree, type: GraphQLInputObjectType): JsonObject => {
  if (!isBranch(tree)) return scalarFilter(Array.isArray(tree) ? { $in: tree } : { $eq: tree }, type);
  const scalar = getNamedType(type.getFields().eq?.type)?.name ?? '';
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => {
      const name = key.slice(1);
      const field = type.getFields()[name];
      if (!key.startsWith('$') || field === undefined) return fail();
      if (name === 'not') return [name, scalarFilter(value, type)];
      if (name === 'null' || name === 'notNull') return [name, scalarValue('Boolean', value)];
      const one = (part: Tree) => (typeof part === 'string' ? scalarValue(scalar, part) : fail());
      return [name, isListType(field.type) ? asList(value).map(one) : one(value)];
    }),
  );
};

/** The documents of a relation are there, or not, by either id. */
const byDocumentId = (tree: Tree): Tree =>
  isBranch(tree) && Object.keys(tree).every((key) => key === '$null' || key === '$notNull') ? tree : fail();

const filtersOf = (tree: Tree, type: GraphQLInputType): unknown => {
  if (isListType(type)) return asList(tree).map((part) => filtersOf(part, type.ofType));
  if (!isInputObjectType(type) || !isBranch(tree)) return fail();
  if (type.extensions.isScalarFilter === true) return scalarFilter(tree, type);
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]): [string, unknown] => {
      const isId = key === 'id' && type.getFields().documentId !== undefined;
      if (isId && 'documentId' in tree) return fail();
      const name = isId ? 'documentId' : /^\$(?:and|or|not)$/.test(key) ? key.slice(1) : key;
      const field = type.getFields()[name];
      if (field === undefined) return fail();
      const isScalar = isInputObjectType(field.type) && field.type.extensions.isScalarFilter === true;
      const inner = isId ? byDocumentId(value) : value;
      return [
        name,
        isScalar ? scalarFilter(inner, field.type as GraphQLInputObjectType) : filtersOf(inner, field.type),
      ];
    }),
  );
};

const documentOptions = new Set(['fields', 'populate', 'filters', 'sort', 'start', 'limit']);

class Writer {
  readonly variables: Record<string, unknown> = {};
  private readonly declared: string[] = [];
  private readonly schema: Schema;
  private depth = 0;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  get declarations(): string {
    return this.declared.length === 0 ? '' : `(${this.declared.join(', ')})`;
  }

  /** @returns arguments with their values as variables */
  args(field: GraphQLField<unknown, unknown>, values: Readonly<Record<string, unknown>>): string {
    const parts = Object.entries(values).map(([name, value]) => {
      const type = field.args.find((one) => one.name === name)?.type ?? fail();
      const variable = `v${this.declared.length}`;
      this.declared.push(`$${variable}: ${String(type)}`);
      this.variables[variable] = value;
      return `${name}: $${variable}`;
    });
    return parts.length === 0 ? '' : `(${parts.join(', ')})`;
  }

  /** What chooses documents: `filters` and `sort`. */
  choice(field: GraphQLField<unknown, unknown>, { filters, sort }: Branch): Readonly<Record<string, unknown>> {
    const type = field.args.find((one) => one.name === 'filters')?.type;
    return {
      ...(filters === undefined ? {} : { filters: type === undefined ? fail() : filtersOf(filters, type) }),
      ...(sort === undefined ? {} : { sort: textsOf(sort) }),
    };
  }

  /** The attributes of a document or a component. */
  object(type: GraphQLObjectType, { fields, populate }: Branch): Compared {
    const entries = readPopulateTree(populate, 'populate', 0);
    const prefix = `${type.name}_`;
    const chosen = [...this.scalars(type, fields), ...this.inner(type, entries)];
    const texts = chosen.map(([name, { text }]) => `${prefix}${name}: ${text}`);
    const each =
      (side: 'fromRest' | 'fromGraphql') =>
      (value: unknown): unknown => {
        if (!isObject(value)) return null;
        return Object.fromEntries(
          chosen.map(([name, compared]) => {
            const key = side === 'fromRest' ? name.replace(/_connection$/, '') : `${prefix}${name}`;
            return [name, compared[side](value[key] ?? null)];
          }),
        );
      };
    return {
      text: `{ ${texts.length === 0 ? '__typename' : texts.join(' ')} }`,
      fromRest: each('fromRest'),
      fromGraphql: each('fromGraphql'),
    };
  }

  private scalars(type: GraphQLObjectType, fields: Tree | undefined): readonly (readonly [string, Compared])[] {
    const named = textsOf(fields);
    const all = Object.values(type.getFields()).filter(
      (field) => partOf(field)?.kind === 'value' && field.name !== 'id',
    );
    const isKnown = (name: string) => name === '*' || all.some((field) => field.name === name);
    if (!named.every(isKnown)) return fail();
    const isChosen = (name: string) =>
      named.length === 0 || named.includes('*') || named.includes(name) || name === 'documentId';
    return all
      .filter(({ name }) => isChosen(name))
      .map((field) => {
        const part = partOf(field);
        const convert = part?.kind === 'value' ? (part.convert ?? same) : same;
        const fromRest = (value: unknown): unknown => (value === null ? null : convert(value));
        return [field.name, { text: field.name, fromRest, fromGraphql: same }] as const;
      });
  }

  private inner(type: GraphQLObjectType, entries: PopulateEntries): readonly (readonly [string, Compared])[] {
    const all = Object.values(type.getFields()).filter(
      (field) => /^(?:inner|union)$/.test(partOf(field)?.kind ?? '') && !field.name.endsWith('_connection'),
    );
    const names = [...entries.entries].filter(([, entry]) => entry !== false).map(([name]) => name);
    if (entries.deep > 0 || !names.every((name) => all.some((field) => field.name === name))) return fail();
    return all.flatMap((field) => {
      const entry = entries.entries.get(field.name) ?? (entries.star && field.name !== 'localizations');
      if (entry === false) return [];
      const options = entry === true ? {} : entry;
      const named = getNamedType(field.type);
      return [
        isUnionType(named)
          ? this.union(field, named, options)
          : this.relation(field, named as GraphQLObjectType, options),
      ];
    });
  }

  /** Lists are read as connections in turn. */
  private relation(
    field: GraphQLField<unknown, unknown>,
    type: GraphQLObjectType,
    options: Branch,
  ): readonly [string, Compared] {
    if (!Object.keys(options).every((key) => documentOptions.has(key) || /^\d+$/.test(key))) return fail();
    const isList = isListType(getNullableType(field.type));
    const hasArgs = field.args.length > 0;
    if (!hasArgs && ['filters', 'sort', 'start', 'limit'].some((key) => options[key] !== undefined)) return fail();
    const page = hasArgs ? { limit: -1, ...pageOf(options, ['start', 'limit']) } : {};
    const args = this.args(field, { ...this.choice(field, options), ...(hasArgs ? { pagination: page } : {}) });
    const { text, fromRest, fromGraphql } = this.object(type, options);
    const name = field.name;
    if (!isList) return [name, { text: `${name}${args} ${text}`, fromRest, fromGraphql }];
    const list = (value: unknown) => (Array.isArray(value) ? value : []);
    const isConnection =
      partOf(field)?.kind === 'inner' && (this.depth += 1) % 2 === 0 && /^(?!Component)/.test(type.name);
    return [
      isConnection ? `${name}_connection` : name,
      {
        text: isConnection ? `${name}_connection${args} { nodes ${text} }` : `${name}${args} ${text}`,
        fromRest: (value) => list(value).map(fromRest),
        fromGraphql: (value) =>
          isConnection ? (value as { nodes: unknown[] }).nodes.map(fromGraphql) : (value as unknown[]).map(fromGraphql),
      },
    ];
  }

  /** A zone, or a polymorphic relation. */
  private union(
    field: GraphQLField<unknown, unknown>,
    union: GraphQLUnionType,
    options: Branch,
  ): readonly [string, Compared] {
    const { on, populate, ...others } = options;
    if (Object.keys(others).length > 0 || (on !== undefined && !isBranch(on))) return fail();
    const part = partOf(field);
    const by = part?.kind === 'union' ? part.by : fail();
    const kinds = new Map(
      union.getTypes().flatMap((type) => {
        const holder = type.extensions.holder as AttributeHolder | undefined;
        if (holder === undefined) return [];
        const own = isBranch(on) ? on[holder.uid] : { ...(populate === undefined ? {} : { populate }) };
        if (own === undefined) return [];
        const known = isBranch(own) ? own : own === '*' ? { populate: '*' } : {};
        return [[type.name, { uid: holder.uid, ...this.object(type, known) }] as const];
      }),
    );
    const named = new Map([...kinds.values()].map((kind) => [kind.uid, kind]));
    const each =
      (side: 'fromRest' | 'fromGraphql') =>
      (value: unknown): unknown => {
        if (Array.isArray(value)) return value.flatMap((one) => each(side)(one) ?? []);
        if (!isObject(value)) return null;
        const kind = side === 'fromRest' ? named.get(String(value[by])) : kinds.get(String(value.__typename));
        return kind === undefined ? null : { kind: kind.uid, ...(kind[side](value) as object) };
      };
    const isList = isListType(getNullableType(field.type));
    const orEmpty = (compare: (value: unknown) => unknown) => (value: unknown) =>
      isList ? compare(value ?? []) : compare(value);
    const fragments = [...kinds].map(([name, { text }]) => `... on ${name} ${text}`).join(' ');
    return [
      field.name,
      {
        text: `${field.name} { __typename ${fragments} }`,
        fromRest: orEmpty(each('fromRest')),
        fromGraphql: orEmpty(each('fromGraphql')),
      },
    ];
  }

  /** The values of a document that is written. */
  data(values: unknown, type: GraphQLInputType): unknown {
    const inner = getNullableType(type);
    if (isListType(inner))
      return values === null
        ? null
        : (Array.isArray(values) ? values : [values]).map((one) => this.data(one, inner.ofType));
    if (isEnumType(inner)) return inner.getValues().find(({ value }) => value === values)?.name ?? values;
    if (isInputObjectType(inner) && isObject(values))
      return Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          this.data(value, inner.getFields()[name]?.type ?? fail()),
        ]),
      );
    if (String(inner).endsWith('DynamicZoneInput') && isObject(values)) {
      const { __component: uid, ...others } = values;
      const component = this.schema.components.get(String(uid));
      return { ...others, __typename: component === undefined ? fail() : nameOf(component) };
    }
    if (String(inner) === 'ID') return typeof values === 'object' && values !== null ? fail() : values;
    return values;
  }
}

/** What a request of REST is in GraphQL. */
interface GraphqlCall {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** What REST answers, as `valueOf` gives it. */
  readonly expected: (body: unknown) => unknown;
  /** The value of the field. */
  readonly valueOf: (value: unknown) => unknown;
  /** What the statuses of writes are. */
  readonly isRead: boolean;
}

interface Place {
  readonly holder: AttributeHolder;
  /** The argument that names a document. */
  readonly id?: { readonly documentId?: string; readonly id?: string } | undefined;
  readonly isList: boolean;
  readonly wrapped: boolean;
}

const builtInPlaces: Readonly<Record<string, string>> = {
  ...{ users: builtInUids.user, 'upload/files': builtInUids.file, 'users-permissions/roles': builtInUids.role },
};

const placeOf = (schema: Schema, path: string): Place | undefined => {
  const [, name = '', id, more] =
    /^\/api\/(users|upload\/files|users-permissions\/roles|[^/]+)(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? [];
  // Other words are names of routes.
  if (more !== undefined || (id !== undefined && !/^(?:[a-z\d]{24}|\d+)$/.test(id))) return undefined;
  const builtIn = builtInPlaces[name];
  const holder = builtIn === undefined ? schema.served.get(name) : schema.types.get(builtIn);
  if (holder === undefined) return undefined;
  const isSingle = 'kind' in holder && holder.kind === 'singleType';
  if (isSingle && id !== undefined) return undefined;
  return {
    holder,
    id: id === undefined ? undefined : { documentId: id },
    isList: !isSingle && id === undefined,
    wrapped: builtIn === undefined,
  };
};

const versions = ['status', 'locale', 'hasPublishedVersion', 'publicationFilter'];

const versionOf = (query: Branch): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    versions.flatMap((name): readonly (readonly [string, unknown])[] => {
      const value = query[name];
      if (value === undefined) return [];
      if (typeof value !== 'string' || value === '') return fail();
      if (name === 'status') return [[name, /^(?:draft|published)$/.test(value) ? value.toUpperCase() : fail()]];
      if (name === 'hasPublishedVersion') return [[name, scalarValue('Boolean', value)]];
      return [[name, name === 'locale' ? value : value.replaceAll('-', '_').toUpperCase()]];
    }),
  );

const rootField = (schema: Schema, kind: 'Query' | 'Mutation', name: string): GraphQLField<unknown, unknown> => {
  const type = schemaOf(schema).getType(kind);
  return (isObjectType(type) ? type.getFields()[name] : undefined) ?? fail();
};

const readCall = (schema: Schema, { holder, id, isList, wrapped }: Place, query: Branch): GraphqlCall => {
  // Their answer is another one.
  if (holder.uid === builtInUids.role) return fail();
  const known = ['filters', 'sort', 'fields', 'populate', 'pagination', ...versions];
  if (!Object.keys(query).every((key) => known.includes(key)) || !('kind' in holder)) return fail();
  const { one, many } = fieldNames(holder);
  const writer = new Writer(schema);
  const field = rootField(schema, 'Query', isList ? `${many}_connection` : one);
  const { pagination } = query;
  if (pagination !== undefined && !isBranch(pagination)) return fail();
  const page = pagination ?? {};
  const names = ['page', 'pageSize', 'start', 'limit'];
  const isCounted = page.withCount === undefined || page.withCount === 'true';
  const others = Object.keys(page).filter((key) => key !== 'withCount' && !names.includes(key));
  if (others.length > 0 || (!wrapped && pagination !== undefined)) return fail();
  const isPaged = page.start === undefined && page.limit === undefined;
  const defaults = isPaged ? { page: 1, pageSize: 25 } : {};
  const sent = isList ? { pagination: { ...defaults, ...pageOf(page, names) } } : {};
  if (!isList && ['filters', 'sort', 'pagination'].some((name) => query[name] !== undefined)) return fail();
  const args = writer.args(field, { ...id, ...sent, ...writer.choice(field, query), ...versionOf(query) });
  const type = schemaOf(schema).getType(nameOf(holder));
  const { text, fromRest, fromGraphql } = writer.object(isObjectType(type) ? type : fail(), query);
  const total = isCounted && wrapped ? ' pageInfo { total }' : '';
  const selection = isList ? `{ nodes ${text}${total} }` : text;
  const dataIn = (body: unknown) => (wrapped && isObject(body) ? body.data : body);
  return {
    isRead: true,
    query: `query ${writer.declarations} { it: ${field.name}${args} ${selection} }`,
    variables: writer.variables,
    expected: (body) => {
      const data = dataIn(body);
      if (!isList) return fromRest(data);
      const meta = isObject(body) && isObject(body.meta) && isObject(body.meta.pagination) ? body.meta.pagination : {};
      return { rows: (data as readonly unknown[]).map(fromRest), ...(total === '' ? {} : { total: meta.total }) };
    },
    valueOf: (value) => {
      if (!isList || !isObject(value)) return fromGraphql(value);
      const { total: found } = isObject(value.pageInfo) ? value.pageInfo : {};
      return { rows: (value.nodes as readonly unknown[]).map(fromGraphql), ...(total === '' ? {} : { total: found }) };
    },
  };
};

const actionOf: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' };

const writeCall = (schema: Schema, method: string, place: Place, query: Branch, body: unknown): GraphqlCall => {
  const { holder, id, isList, wrapped } = place;
  const action = actionOf[method] ?? fail();
  const isSingle = 'kind' in holder && holder.kind === 'singleType';
  if ((action === 'create') !== (isList && !isSingle)) return fail();
  if (!Object.keys(query).every((key) => ['fields', 'populate', 'status', 'locale'].includes(key))) return fail();
  const writer = new Writer(schema);
  const field = rootField(schema, 'Mutation', `${action}${nameOf(holder)}`);
  const input = field.args.find(({ name }) => name === 'data')?.type;
  const values = wrapped ? (isObject(body) && Object.keys(body).length === 1 ? body.data : undefined) : body;
  if (input !== undefined && !isObject(values)) return fail();
  // Users and files are written by their numbers.
  const byId = id !== undefined && field.args.some(({ name }) => name === 'id') ? { id: id.documentId } : id;
  const data = input === undefined ? {} : { data: writer.data(values, input) };
  const args = writer.args(field, { ...byId, ...data, ...versionOf(query) });
  const named = getNamedType(field.type) as GraphQLObjectType;
  const isPlain = nameOf(holder) !== named.name;
  const { text, fromRest, fromGraphql } = writer.object(named, query);
  return {
    isRead: false,
    query: `mutation ${writer.declarations} { it: ${field.name}${args} ${isPlain ? '{ __typename }' : text} }`,
    variables: writer.variables,
    expected: (answer) => fromRest(wrapped && isObject(answer) ? answer.data : answer),
    valueOf: isPlain ? same : fromGraphql,
  };
};

/** @returns undefined for what GraphQL cannot express */
export const toGraphqlCall = (schema: Schema, method: string, url: string, body?: unknown): GraphqlCall | undefined => {
  const [path = '', queryText = ''] = url.split('?');
  const place = placeOf(schema, path);
  if (place === undefined) return undefined;
  try {
    const query = parseTree(queryText);
    return method === 'GET' ? readCall(schema, place, query) : writeCall(schema, method, place, query, body);
  } catch {
    // Also what REST refuses before it looks at the schema.
    return undefined;
  }
};

type Send = (method: string, url: string, call?: Call) => Promise<Reply>;

const statuses: Readonly<Record<string, number>> = {
  ...{ ForbiddenError: 403, UnauthorizedError: 401, NotFoundError: 404, MethodNotAllowedError: 405 },
  ...{ ConflictError: 409, RateLimitError: 429 },
};

/** @returns what GraphQL answers, with the status of REST: its value, or the error that REST has; undefined: it lacks a required value */
const sendGraphql = async (
  send: Send,
  as: Call['as'],
  { query, variables, valueOf, isRead }: GraphqlCall,
): Promise<Reply | undefined> => {
  const sent = { ...(as === undefined ? {} : { as }), body: { query, variables } };
  const { status, headers, body } = await send('POST', '/graphql', sent);
  // Of a request that nobody is identified for.
  if (body.error !== undefined) return { status, headers: {}, body };
  const [failure] = body.errors ?? [];
  if (failure?.extensions.code === 'MISSING_VALUE') return undefined;
  const error = failure?.extensions?.error;
  if (failure !== undefined) {
    const found = failure.extensions.code === 'INTERNAL_SERVER_ERROR' ? 500 : (statuses[error?.name] ?? 400);
    return { status: found, headers: {}, body: error === undefined ? body : { error: { status: found, ...error } } };
  }
  const value = body.data.it as unknown;
  if (value === null) return { status: 404, headers, body: null };
  return { status: isRead ? 200 : 201, headers: {}, body: valueOf(value) };
};

/** @returns a function that sends a request of REST through GraphQL, and returns undefined for one that GraphQL cannot express */
export const requestThroughGraphql =
  ({ schema }: Pick<Service, 'schema'>, send: Send) =>
  async (method: string, url: string, { as, body, headers }: Call = {}): Promise<Reply | undefined> => {
    const call = toGraphqlCall(schema, method, url, body);
    const isPlain = Object.keys(headers ?? {}).length === 0;
    return call === undefined || !isPlain ? undefined : sendGraphql(send, as, call);
  };

/**
 * Asks GraphQL the same as a read of REST. It says what REST says, so that what tests find of an answer of REST is true of GraphQL: of
 * hidden documents, attributes and people.
 */
export const expectSameThroughGraphql = async (
  service: Pick<Service, 'schema'>,
  send: Send,
  { method, url, call = {} }: { readonly method: string; readonly url: string; readonly call?: Call | undefined },
  { status, body }: Reply,
): Promise<void> => {
  const equal = method === 'GET' ? toGraphqlCall(service.schema, method, url) : undefined;
  const found = equal === undefined ? undefined : await requestThroughGraphql(service, send)(method, url, call);
  if (equal === undefined || found === undefined) return;
  const says = `${url}, by GraphQL: ${equal.query} ${JSON.stringify(equal.variables)} ${JSON.stringify(found.body)}`;
  expect(found.status, says).toBe(status);
  if (status === 200) expect(found.body, says).toEqual(equal.expected(body));
  // Null says that there is no such document.
  else if (status !== 404) {
    const expected = 'data' in found.body ? body : { error: body.error };
    // GraphQL has conditions in the order of their type, so another one of several faults can be the first.
    const isOfFilters = ({ error }: typeof body) => /\bfilters\b/.test(JSON.stringify(error));
    const isAnyOf = url.split('filters').length > 2 && [found.body, expected].every(isOfFilters);
    const { name, status: refused } = expected.error;
    expect(found.body, says).toEqual(
      isAnyOf ? { error: expect.objectContaining({ name, status: refused }) } : expected,
    );
  }
};
