// The fields of queries and mutations: each is one request that REST has.
import {
  getNamedType,
  GraphQLBoolean,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  isObjectType,
  type FieldNode,
  type GraphQLField,
  type GraphQLOutputType,
} from 'graphql';
import type { Ask, Question } from '../api/ask.ts';
import type { Answer } from '../api/http/index.ts';
import { ApiError, invalid } from '../errors.ts';
import { builtInUids, isObject, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { readFilters, readSlice, readSort } from './args.ts';
import { Compiler, type Operation } from './compile.ts';
import { fieldNames, nameOf } from './names.ts';
import { Selection, type Options } from './Selection.ts';
import { idField, nonNull, type Field, type Fields, type TypeBuilder } from './TypeBuilder.ts';

/** What a field of a query or a mutation gets. */
export interface RootContext {
  readonly ask: Ask;
  readonly operation: Operation;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Coerced. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The most documents on a page. */
  readonly maxLimit: number;
}

/** @returns the value of the field @throws ApiError as the operation of REST */
export type Resolve = (context: RootContext) => Promise<unknown>;

/** A field with what answers it. */
const answeredBy = (field: Field, resolve: Resolve): Field => ({ ...field, extensions: { resolve } });

/** @returns what `answeredBy` gave the field */
export const resolveOf = ({ extensions }: GraphQLField<unknown, unknown>): Resolve | undefined =>
  extensions.resolve as Resolve | undefined;

type Row = Readonly<Record<string, unknown>>;

const rowOf = (value: unknown): Row => (isObject(value) ? value : {});

/** Compiles the selection of a field. @param type whose documents it reads; undefined: the answer is no document */
const compile = ({ operation, field, nodes }: RootContext, type?: ContentType) => {
  const selection = new Selection(type);
  const object = getNamedType(field.type);
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (!isObjectType(object)) throw invalid(`${field.name} has no fields`); // the schema has no such field
  return { selection, read: new Compiler(operation, selection).object(object, sets, selection.root) };
};

/** 404 is null, as in Strapi: there is no such document. */
const orNull = async <T>(promise: Promise<T>): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });

/** The parameters of REST that say which version is read. */
const versionOf = ({ args: { status, locale, hasPublishedVersion, publicationFilter } }: RootContext): Options => ({
  ...(status === 'draft' ? { status } : {}),
  ...{ locale, hasPublishedVersion, publicationFilter },
});

/** The same and which documents. */
const choiceOf = (context: RootContext): Options => {
  const { args, field } = context;
  const type = field.args.find(({ name }) => name === 'filters')?.type;
  return {
    ...versionOf(context),
    filters: type === undefined ? undefined : readFilters(args.filters, type),
    sort: readSort(args.sort),
  };
};

/** Where documents are read. */
interface Source {
  readonly type: ContentType;
  readonly list: string;
  readonly one: (documentId: string) => string;
  /** Which answers have them in `data`. */
  readonly enveloped: 'all' | 'lists' | 'none';
  /** Where their number is, if lists do not say it. */
  readonly count?: string;
}

const encode = (documentId: unknown): string => encodeURIComponent(String(documentId));

/** The rows of an answer, and what it says of the page. */
const rowsIn = ({ body }: Answer, inEnvelope: boolean): { readonly rows: unknown; readonly page: Row } =>
  inEnvelope ? { rows: rowOf(body).data, page: rowOf(rowOf(rowOf(body).meta).pagination) } : { rows: body, page: {} };

/** The page of a connection, by number: that of REST may be by offset. */
const pageInfoOf = (page: Row): Row => {
  const { start, limit, total } = page;
  if (typeof start !== 'number' || typeof limit !== 'number') return page;
  const size = Math.max(limit, 1);
  return {
    total,
    page: Math.floor(start / size) + 1,
    pageSize: size,
    pageCount: typeof total === 'number' ? Math.ceil(total / size) : undefined,
  };
};

/** The page of a list, as REST reads it; the limit -1 is the most documents that a page can have. */
const pageOf = ({ args, maxLimit }: RootContext): Options => {
  const named = Object.entries(rowOf(args.pagination)).filter(([, value]) => value !== null);
  return Object.fromEntries(named.map(([name, value]) => [name, name === 'limit' && value === -1 ? maxLimit : value]));
};

const readList =
  ({ type, list, enveloped, count }: Source, isConnection: boolean): Resolve =>
  async (context) => {
    const { ask } = context;
    const { selection, read } = compile(context, type);
    const choice = choiceOf(context);
    const pagination = pageOf(context);
    const { rows, page } = await selection.readAll<ReturnType<typeof rowsIn>>(async (query, first) => {
      const withCount = first === undefined && selection.isCounted;
      const parameters = { ...choice, ...query, pagination: { ...pagination, withCount } };
      return rowsIn(await ask({ method: 'GET', path: list, query: parameters }), enveloped !== 'none');
    });
    const nodes = (Array.isArray(rows) ? rows : []).map(rowOf);
    if (!isConnection) return nodes.map(read);
    if (count === undefined) return read({ nodes, pageInfo: pageInfoOf(page) });
    const { start = 0, limit = nodes.length } = readSlice(pagination);
    const { body: total } = await ask({ method: 'GET', path: count, query: choice });
    return read({ nodes, pageInfo: pageInfoOf({ start, limit, total }) });
  };

const readOne =
  ({ type, one, enveloped }: Source): Resolve =>
  async (context) => {
    const { selection, read } = compile(context, type);
    const path = one(String(context.args.documentId));
    const version = versionOf(context);
    const ask = async (query: Options) =>
      rowsIn(await context.ask({ method: 'GET', path, query: { ...version, ...query } }), enveloped === 'all');
    const found = await orNull(selection.readAll(ask));
    return isObject(found?.rows) ? read(found.rows) : null;
  };

/** Fields of the list that `readList` reads, and of one document. */
const readFields = (builder: TypeBuilder, source: Source): Fields => {
  const { type } = source;
  const object = builder.object(type);
  const connection = builder.connection(type);
  if (object === undefined || connection === undefined) return {};
  const names = fieldNames(type);
  const one = answeredBy({ type: object, args: builder.readArgs(type, 'one') }, readOne(source));
  if (type.kind === 'singleType') return { [names.one]: one };
  const args = builder.readArgs(type, 'many');
  return {
    [names.one]: one,
    [`${names.many}_connection`]: answeredBy({ type: connection, args }, readList(source, true)),
    [names.many]: answeredBy({ type: nonNull(new GraphQLList(object)), args }, readList(source, false)),
  };
};

const writeDocument =
  ({ type, list, one }: Source, action: 'create' | 'update'): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, type);
    const isNew = action === 'create';
    const path = isNew ? list : one(String(args.documentId));
    const version = versionOf(context);
    const body = { data: args.data };
    const written = await orNull(
      selection.readAll<{ readonly rows: unknown }>(async (query, first) => {
        const question: Question =
          first === undefined
            ? { method: isNew ? 'POST' : 'PUT', path, body }
            : { method: 'GET', path: one(String(rowOf(first.rows).documentId)) };
        return rowsIn(await ask({ ...question, query: { ...version, ...query } }), true);
      }),
    );
    return isObject(written?.rows) ? read(written.rows) : null;
  };

const deleteDocument =
  ({ type, one }: Source): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { read } = compile(context);
    const path = one(String(args.documentId));
    const query = { locale: args.locale };
    // The path of a single type does not name the document.
    const { documentId } =
      type.kind === 'collectionType'
        ? args
        : rowOf(
            rowsIn(await ask({ method: 'GET', path, query: { ...query, status: 'draft', fields: 'documentId' } }), true)
              .rows,
          );
    await ask({ method: 'DELETE', path, query });
    return read({ documentId });
  };

const writeFields = (builder: TypeBuilder, source: Source): Fields => {
  const { type } = source;
  const object = builder.object(type);
  if (object === undefined) return {};
  const name = nameOf(type);
  const field = (action: 'create' | 'update'): Field =>
    answeredBy({ type: object, args: builder.writeArgs(type, action) }, writeDocument(source, action));
  return {
    ...(type.kind === 'singleType' ? {} : { [`create${name}`]: field('create') }),
    [`update${name}`]: field('update'),
    [`delete${name}`]: answeredBy(
      { type: DeleteMutationResponse, args: builder.writeArgs(type, 'delete') },
      deleteDocument(source),
    ),
  };
};

const DeleteMutationResponse = new GraphQLObjectType({
  name: 'DeleteMutationResponse',
  fields: { documentId: { type: nonNull(GraphQLID) } },
});

/** A type of a site, below `/api`. */
const sourceOf = (type: ContentType, name: string): Source => ({
  type,
  list: `/api/${name}`,
  one: (documentId) => (type.kind === 'singleType' ? `/api/${name}` : `/api/${name}/${encode(documentId)}`),
  enveloped: 'all',
});

const builtInSources = (schema: Schema): readonly Source[] => [
  {
    type: typeOf(schema, builtInUids.file),
    list: '/api/upload/files/page',
    one: (documentId) => `/api/upload/files/${encode(documentId)}`,
    enveloped: 'lists',
  },
  {
    type: typeOf(schema, builtInUids.user),
    list: '/api/users',
    one: (documentId) => `/api/users/${encode(documentId)}`,
    enveloped: 'none',
    count: '/api/users/count',
  },
];

/** The locales of a site, which are no documents: as those of Strapi. */
const localeType: ContentType = {
  ...{ uid: 'plugin::i18n.locale', kind: 'collectionType', singularName: 'locale', pluralName: 'locales' },
  ...{ displayName: 'Locale', collectionName: '', draftAndPublish: false, localized: false, indexes: [] },
  attributes: new Map(
    ['name', 'code'].map((name) => [
      name,
      {
        ...{ kind: 'scalar', name, type: 'string', value: 'text', unique: false },
        ...{ required: false, private: false, localized: false },
      },
    ]),
  ),
};

/** A list that REST always answers whole. @param listIn finds it in the answer */
const readWhole =
  (
    type: ContentType,
    path: string,
    reads: 'one' | 'list' | 'connection',
    listIn: (body: unknown) => unknown,
  ): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context, type);
    const { filters, sort } = choiceOf(context);
    if ((filters ?? sort) !== undefined || selection.root.populates)
      throw invalid(
        `${context.field.name} has no filters, no sort and no relations: it reads all, with their own values`,
      );
    const list = listIn((await ask({ method: 'GET', path })).body);
    const rows = (Array.isArray(list) ? list : []).map(rowOf);
    if (reads === 'one') {
      const found = rows.find(({ documentId }) => documentId === args.documentId);
      return found === undefined ? null : read(found);
    }
    const { start = 0, limit = rows.length } = readSlice(args.pagination);
    const nodes = rows.slice(start, start + limit);
    return reads === 'list'
      ? nodes.map(read)
      : read({ nodes, pageInfo: pageInfoOf({ start, limit, total: rows.length }) });
  };

const wholeFields = (
  builder: TypeBuilder,
  type: ContentType,
  path: string,
  listIn: (body: unknown) => unknown = (body) => body,
): Fields => {
  const object = builder.object(type);
  const connection = builder.connection(type);
  if (object === undefined || connection === undefined) return {};
  const { one, many } = fieldNames(type);
  const args = builder.readArgs(type, 'many');
  return {
    [one]: answeredBy({ type: object, args: builder.readArgs(type, 'one') }, readWhole(type, path, 'one', listIn)),
    [`${many}_connection`]: answeredBy({ type: connection, args }, readWhole(type, path, 'connection', listIn)),
    [many]: answeredBy({ type: nonNull(new GraphQLList(object)), args }, readWhole(type, path, 'list', listIn)),
  };
};

const texts = (...names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, { type: GraphQLString }]));

const requiredText: Field = { type: new GraphQLNonNull<GraphQLOutputType>(GraphQLString) };

/** The logged-in user, as what logs in returns it. */
export const MeType = new GraphQLObjectType({
  name: 'UsersPermissionsMe',
  fields: {
    ...{ id: idField, documentId: { type: nonNull(GraphQLID) }, username: requiredText, ...texts('email') },
    ...{ confirmed: { type: GraphQLBoolean }, blocked: { type: GraphQLBoolean } },
    role: {
      type: new GraphQLObjectType({
        name: 'UsersPermissionsMeRole',
        fields: { id: idField, name: requiredText, ...texts('description', 'type') },
      }),
    },
  },
});

const readMe: Resolve = async (context) => {
  const { read } = compile(context);
  const { body } = await context.ask({ method: 'GET', path: '/api/users/me', query: { populate: 'role' } });
  return read(rowOf(body));
};

const siteSources = ({ served }: Schema): readonly Source[] => [...served].map(([name, type]) => sourceOf(type, name));

export const queryFields = (schema: Schema, builder: TypeBuilder): Fields =>
  Object.assign(
    {},
    ...[...builtInSources(schema), ...siteSources(schema)].map((source) => readFields(builder, source)),
    wholeFields(builder, localeType, '/api/i18n/locales'),
    wholeFields(builder, typeOf(schema, builtInUids.role), '/api/users-permissions/roles', (body) => rowOf(body).roles),
    { me: answeredBy({ type: MeType }, readMe) },
  ) as Fields; // `Object.assign` of a list has no type

export const mutationFields = (schema: Schema, builder: TypeBuilder): Fields =>
  Object.assign({}, ...siteSources(schema).map((source) => writeFields(builder, source))) as Fields;
