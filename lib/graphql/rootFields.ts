// The fields of queries and mutations: each is one request that REST has.
import {
  getNamedType,
  GraphQLBoolean,
  GraphQLID,
  GraphQLList,
  GraphQLString,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLObjectType,
} from 'graphql';
import type { SendRequest } from '../api/restClient.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Config } from '../platform/config/index.ts';
import { publications } from '../read/query/index.ts';
import { builtInUids, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { choiceOf, readSlice } from './args.ts';
import { Compiler, rowOf, setsOf, type Operation, type Row } from './compile.ts';
import { fieldNames, nameOf } from './names.ts';
import { withPart } from './parts.ts';
import { LocaleScalar } from './scalars.ts';
import { Selection, type Options } from './Selection.ts';
import { enumOf, idField, merge, nonNull, objectOf, type Field, type Fields, type TypeBuilder } from './TypeBuilder.ts';

/** What a field of a query or a mutation gets. */
export interface RootContext {
  readonly ask: SendRequest;
  readonly operation: Operation;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Coerced. */
  readonly args: Row;
  readonly limits: Pick<Config['api']['rest'], 'defaultLimit' | 'maxLimit'>;
}

/** @returns the value of the field @throws ApiError as the operation of REST */
export type Resolve = (context: RootContext) => Promise<unknown>;

/** A field with what answers it. */
export const answeredBy = (field: Field, resolve: Resolve): Field => ({ ...field, extensions: { resolve } });

/** @returns what `answeredBy` gave the field */
export const resolveOf = ({ extensions }: GraphQLField<unknown, unknown>): Resolve | undefined =>
  extensions.resolve as Resolve | undefined;

/** Compiles the selection of a field. @param type whose documents it reads; undefined: the answer is no document */
export const compile = ({ operation, field, nodes }: RootContext, type?: ContentType) => {
  const selection = new Selection(type);
  const object = getNamedType(field.type) as GraphQLObjectType; // as all root fields have
  return { selection, read: new Compiler(operation, selection).object(object, setsOf(nodes), selection.root) };
};

const status = enumOf('PublicationStatus', [
  ['DRAFT', 'draft'],
  ['PUBLISHED', 'published'],
]);

const publicationFilter = enumOf(
  'PublicationFilter',
  publications.map((value) => [value.replaceAll('-', '_').toUpperCase(), value]),
);

const statusArgs: GraphQLFieldConfigArgumentMap = { status: { type: status, defaultValue: 'published' } };

const readArgs: GraphQLFieldConfigArgumentMap = {
  ...statusArgs,
  ...{ hasPublishedVersion: { type: GraphQLBoolean }, publicationFilter: { type: publicationFilter } },
};

const localeArgs = ({ localized }: ContentType): GraphQLFieldConfigArgumentMap =>
  localized ? { locale: { type: LocaleScalar, description: 'The locale to use for the query' } } : {};

const idArgs = ({ kind }: ContentType): GraphQLFieldConfigArgumentMap =>
  kind === 'collectionType' ? { documentId: { type: nonNull(GraphQLID) } } : {};

/** The parameters of REST that say which version is read. */
const versionOf = ({ args }: RootContext): Options => ({
  ...{ locale: args.locale, hasPublishedVersion: args.hasPublishedVersion, publicationFilter: args.publicationFilter },
  ...(args.status === 'draft' ? { status: 'draft' } : {}),
});

/** A documentId in a path: each of its bytes is escaped, so that it is never the name of another route, such as `count`. */
export const encode = (documentId: unknown): string =>
  [...Buffer.from(String(documentId) || '\0')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** 404 is null, as in Strapi: there is no such document. */
export const orNull = async <T>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** Where documents are read. */
interface Source {
  readonly type: ContentType;
  readonly list: string;
  /** The documents of an answer. */
  readonly listIn: (body: unknown) => unknown;
  /** The path of a document; undefined: lists are answered whole, with their own values, and documents are found in them. */
  readonly one?: (documentId: unknown) => string;
  readonly oneIn?: (body: unknown) => unknown;
  /** Where their number is, if lists do not say it. */
  readonly count?: string;
}

const dataIn = (body: unknown): unknown => rowOf(body).data;

const bodyItself = (body: unknown): unknown => body;

/** The page of a connection, by number: that of REST may be by offset. */
const pageInfoOf = (page: Row): Row => {
  const { start, limit, total } = page;
  if (typeof start !== 'number' || typeof limit !== 'number') return page;
  const pageCount = typeof total === 'number' ? Math.ceil(total / limit) : undefined;
  return { total, page: Math.floor(start / limit) + 1, pageSize: limit, pageCount };
};

/** @returns the documents of the page that the arguments choose, and what a connection says of it */
const readPage = async (context: RootContext, source: Source, pagination: Row) => {
  const { ask, field, args, limits } = context;
  const { type, list, one, listIn, count } = source;
  const { selection, read } = compile(context, type);
  const { start = 0, limit = limits.defaultLimit } = readSlice(pagination);
  const choice = choiceOf(field, args);
  const isWhole = one === undefined;
  if (isWhole && (Object.keys(choice).length > 0 || selection.root.populates))
    throw invalid(`${field.name} has no filters, no sort and no relations: it reads all, with their own values`);
  // As in Strapi, it is no limit: here, the most documents that a page can have.
  const chosen = pagination.limit === -1 ? { ...pagination, limit: limits.maxLimit } : pagination;
  const answer = await selection.readAll<{ readonly rows: unknown; readonly page: Row }>(async (query, first) => {
    const withCount = first === undefined && selection.isCounted;
    const parameters = { ...versionOf(context), ...choice, ...query, pagination: { ...chosen, withCount } };
    const { body } = await ask({ method: 'GET', path: list, query: isWhole ? {} : parameters });
    return { rows: listIn(body), page: rowOf(rowOf(rowOf(body).meta).pagination) };
  });
  const rows = Array.isArray(answer.rows) ? answer.rows.map(rowOf) : [];
  if (isWhole) return { nodes: rows.slice(start, start + limit), read, page: { start, limit, total: rows.length } };
  if (count === undefined) return { nodes: rows, read, page: answer.page };
  const total = selection.isCounted ? (await ask({ method: 'GET', path: count, query: choice })).body : undefined;
  return { nodes: rows, read, page: { start, limit, total } };
};

const readList =
  (source: Source, isConnection: boolean): Resolve =>
  async (context) => {
    const { nodes, read, page } = await readPage(context, source, rowOf(context.args.pagination));
    return isConnection ? read({ nodes, pageInfo: pageInfoOf(page) }) : nodes.map(read);
  };

const readOne =
  (source: Source): Resolve =>
  async (context) => {
    const { type, one, oneIn = dataIn } = source;
    const { documentId } = context.args;
    if (one === undefined) {
      const { nodes, read } = await readPage(context, source, { limit: Infinity });
      return nodes.filter((row) => row.documentId === documentId).map(read)[0] ?? null;
    }
    const { selection, read } = compile(context, type);
    const version = versionOf(context);
    const found = await orNull(
      selection.readAll(async (query) => {
        const question = { method: 'GET', path: one(documentId), query: { ...version, ...query } } as const;
        return { rows: oneIn((await context.ask(question)).body) };
      }),
    );
    return found === null ? null : read(rowOf(found.rows));
  };

/** The fields that read documents: one, a list, and a list with its page. */
const readFields = (builder: TypeBuilder, source: Source): Fields => {
  const { type } = source;
  const object = builder.object(type);
  const connection = object === undefined ? undefined : builder.connection(object);
  if (object === undefined || connection === undefined) return {};
  const names = fieldNames(type);
  const shared = { ...readArgs, ...localeArgs(type) };
  const one = answeredBy({ type: object, args: { ...idArgs(type), ...shared } }, readOne(source));
  if (type.kind === 'singleType') return { [names.one]: one };
  const args = { ...builder.listArgs(type), ...shared };
  return {
    [names.one]: one,
    [`${names.many}_connection`]: answeredBy({ type: connection, args }, readList(source, true)),
    [names.many]: answeredBy({ type: nonNull(new GraphQLList(object)), args }, readList(source, false)),
  };
};

/** A type of a site, below `/api`. */
const siteSource = ([name, type]: readonly [string, ContentType]) => ({
  ...{ type, list: `/api/${name}`, listIn: dataIn },
  one: (documentId: unknown) => `/api/${name}${type.kind === 'singleType' ? '' : `/${encode(documentId)}`}`,
});

type SiteSource = ReturnType<typeof siteSource>;

const writeDocument =
  ({ type, list, one }: SiteSource, method: 'POST' | 'PUT'): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, type);
    const version = versionOf(context);
    const write = { method, path: method === 'POST' ? list : one(args.documentId), body: { data: args.data } };
    const written = await orNull(
      // What the answer of a write cannot have at once is read after it.
      selection.readAll<{ readonly rows: unknown }>(async (query, first) => {
        const path = one(first === undefined ? undefined : rowOf(first.rows).documentId);
        const question = first === undefined ? write : ({ method: 'GET', path } as const);
        return { rows: dataIn((await ask({ ...question, query: { ...version, ...query } })).body) };
      }),
    );
    return written === null ? null : read(rowOf(written.rows));
  };

const deleteDocument =
  ({ type, one }: SiteSource): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context);
    const path = one(args.documentId);
    const query = { locale: args.locale };
    // The path of a single type does not name the document. Only a caller who may read it, and selects that, learns it.
    const single = { method: 'GET', path, query: { ...query, status: 'draft', fields: 'documentId' } } as const;
    const isRead = type.kind === 'singleType' && selection.root.selects;
    const { documentId } = isRead ? rowOf(dataIn((await ask(single)).body)) : args;
    await ask({ method: 'DELETE', path, query });
    return read({ documentId });
  };

const DeleteMutationResponse = objectOf('DeleteMutationResponse', {
  documentId: { type: nonNull(GraphQLID), ...withPart({ kind: 'value', name: 'documentId' }) },
});

const writeFields = (builder: TypeBuilder, source: SiteSource): Fields => {
  const { type } = source;
  const object = builder.object(type);
  const input = builder.input(type);
  if (object === undefined || input === undefined) return {};
  const name = nameOf(type);
  const [id, locale] = [idArgs(type), localeArgs(type)];
  const data = { ...statusArgs, data: { type: nonNull(input) }, ...locale };
  const create = answeredBy({ type: object, args: data }, writeDocument(source, 'POST'));
  return {
    ...(type.kind === 'singleType' ? {} : { [`create${name}`]: create }),
    [`update${name}`]: answeredBy({ type: object, args: { ...id, ...data } }, writeDocument(source, 'PUT')),
    [`delete${name}`]: answeredBy({ type: DeleteMutationResponse, args: { ...id, ...locale } }, deleteDocument(source)),
  };
};

/** The locales of a site, which are no documents: as those of Strapi. */
const localeType: ContentType = {
  ...{ uid: 'plugin::i18n.locale', kind: 'collectionType', singularName: 'locale', pluralName: 'locales' },
  ...{ displayName: 'Locale', collectionName: '', draftAndPublish: false, localized: false, indexes: [] },
  attributes: new Map(
    ['name', 'code'].map((name) => {
      const rules = { required: false, private: false, localized: false, unique: false } as const;
      return [name, { kind: 'scalar', type: 'string', value: 'text', name, ...rules }];
    }),
  ),
};

const builtInSources = (schema: Schema): readonly Source[] => {
  const file = { type: typeOf(schema, builtInUids.file), list: '/api/upload/files/page', listIn: dataIn };
  const user = { type: typeOf(schema, builtInUids.user), list: '/api/users', listIn: bodyItself };
  return [
    { ...file, one: (documentId) => `/api/upload/files/${encode(documentId)}`, oneIn: bodyItself },
    { ...user, one: (documentId) => `/api/users/${encode(documentId)}`, oneIn: bodyItself, count: '/api/users/count' },
    { type: localeType, list: '/api/i18n/locales', listIn: bodyItself },
    {
      type: typeOf(schema, builtInUids.role),
      list: '/api/users-permissions/roles',
      listIn: (body) => rowOf(body).roles,
    },
  ];
};

const text: Field = { type: GraphQLString };

const requiredText: Field = { type: nonNull(GraphQLString) };

/** The logged-in user, as what logs in returns it. */
export const MeType = objectOf('UsersPermissionsMe', {
  ...{ id: idField, documentId: { type: nonNull(GraphQLID) }, username: requiredText, email: text },
  ...{ confirmed: { type: GraphQLBoolean }, blocked: { type: GraphQLBoolean } },
  role: {
    type: objectOf('UsersPermissionsMeRole', { id: idField, name: requiredText, description: text, type: text }),
  },
});

const readMe: Resolve = async (context) => {
  const { read } = compile(context);
  const { body } = await context.ask({ method: 'GET', path: '/api/users/me', query: { populate: 'role' } });
  return read(rowOf(body));
};

export const queryFields = (schema: Schema, builder: TypeBuilder): Fields =>
  merge([
    ...[...[...schema.served].map(siteSource), ...builtInSources(schema)].map((source) => readFields(builder, source)),
    { me: answeredBy({ type: MeType }, readMe) },
  ]);

export const mutationFields = (schema: Schema, builder: TypeBuilder): Fields =>
  merge([...schema.served].map((served) => writeFields(builder, siteSource(served))));
