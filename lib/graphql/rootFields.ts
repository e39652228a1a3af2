// The fields of queries and mutations: each is one request that REST has.
import {
  getNamedType,
  GraphQLBoolean,
  GraphQLID,
  GraphQLList,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLObjectType,
} from 'graphql';
import type { SendRequest } from '../api/restClient.ts';
import { ApiError, invalid } from '../errors.ts';
import { builtInUids, typeOf, type ContentType, type Schema } from '../schema/index.ts';
import { choiceOf, readSlice, type Limits } from './args.ts';
import { Compiler, rowOf, setsOf, type Operation, type Row } from './compile.ts';
import { fixedInput, fixedObject } from './fixedTypes.ts';
import { fieldNames, nameOf } from './names.ts';
import { LocaleScalar } from './scalars.ts';
import { Selection, type Options } from './Selection.ts';
import { nonNull, type Field, type Fields, type TypeBuilder } from './TypeBuilder.ts';

/** What a field of a query or a mutation gets. */
export interface RootContext {
  readonly ask: SendRequest;
  readonly operation: Operation;
  /** Of the field in the result. */
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Coerced. */
  readonly args: Row;
  readonly limits: Limits;
}

/** @returns the value of the field @throws ApiError as the operation of REST */
export type Resolve = (context: RootContext) => Promise<unknown>;

/** A field with what answers it. */
export const answeredBy = (field: Field, resolve: Resolve): Field => ({ ...field, extensions: { resolve } });

/** @returns what `answeredBy` gave the field */
export const resolveOf = ({ extensions }: GraphQLField<unknown, unknown>): Resolve | undefined =>
  extensions.resolve as Resolve | undefined;

/** Compiles the selection of a field. @param type whose documents it reads; undefined: the answer is no document */
export const compile = ({ operation, name, field, nodes }: RootContext, type?: ContentType) => {
  const selection = new Selection(type);
  const compiler = new Compiler(operation, selection, name);
  const object = getNamedType(field.type) as GraphQLObjectType; // as all root fields have
  const read = compiler.object(object, setsOf(nodes), selection.root);
  return { selection, read: compiler.complete(field.type, field.name, read) };
};

const statusArgs = { status: { type: fixedInput('PublicationStatus'), defaultValue: 'PUBLISHED' } };

const readArgs = {
  ...statusArgs,
  hasPublishedVersion: { type: GraphQLBoolean },
  publicationFilter: { type: fixedInput('PublicationFilter') },
};

const localeArgs = ({ localized }: ContentType): GraphQLFieldConfigArgumentMap =>
  localized ? { locale: { type: LocaleScalar, description: 'The locale to use for the query' } } : {};

const idArgs = ({ kind }: ContentType): GraphQLFieldConfigArgumentMap =>
  kind === 'collectionType' ? { documentId: { type: nonNull(GraphQLID) } } : {};

/** The parameters of REST that say which version is read. */
const versionOf = ({
  args: { locale, hasPublishedVersion, publicationFilter: filter, status },
}: RootContext): Options => ({
  ...{ locale, hasPublishedVersion, status: status === 'DRAFT' ? 'draft' : undefined },
  publicationFilter: typeof filter === 'string' ? filter.toLowerCase().replaceAll('_', '-') : undefined,
});

/** A documentId in a path: each of its bytes is escaped, so that it is never the name of another route, such as `count`. */
export const encode = (documentId: unknown): string =>
  [...Buffer.from(String(documentId) || '\0')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** @param status of the error that is null instead: 404 as in Strapi, because there is no such document */
export const orNull = async <T>(promise: Promise<T>, status = 404): Promise<T | null> =>
  promise.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === status) return null;
    throw error;
  });

/** Where documents are read. */
interface Source {
  readonly type: ContentType;
  /** Of each document, and of the list unless that has its own. */
  readonly path: string;
  readonly list?: string;
  /** The documents of an answer. */
  readonly listIn: (body: unknown) => unknown;
  /** The document of an answer; undefined: lists are answered whole, with their own values, and documents are found in them. */
  readonly oneIn?: (body: unknown) => unknown;
  /** Where their number is, if lists do not say it. */
  readonly count?: string;
}

const pathOf = ({ type, path }: Source, documentId: unknown): string =>
  type.kind === 'singleType' ? path : `${path}/${encode(documentId)}`;

const dataIn = (body: unknown): unknown => rowOf(body).data;

const bodyItself = (body: unknown): unknown => body;

/** @returns the documents of the page that the arguments choose, and what a connection says of it */
const readPage = async (context: RootContext, source: Source, pagination: Row) => {
  const { ask, field, args, limits } = context;
  const { type, path, list = path, listIn, oneIn, count } = source;
  const { selection, read } = compile(context, type);
  const choice = choiceOf(field, args);
  const isWhole = oneIn === undefined;
  if (isWhole && (Object.keys(choice).length > 0 || selection.root.populates))
    throw invalid(`${field.name} has no filters, no sort and no relations: it reads all, with their own values`);
  const { start = 0, limit = Infinity } = readSlice(pagination, isWhole ? { ...limits, maxLimit: Infinity } : limits);
  const answer = await selection.readAll<{ readonly rows: unknown; readonly total: unknown }>(async (query, first) => {
    const withCount = first === undefined && selection.isCounted;
    const parameters = { ...versionOf(context), ...choice, ...query, pagination: { start, limit, withCount } };
    const { body } = await ask({ method: 'GET', path: list, query: isWhole ? {} : parameters });
    return { rows: listIn(body), total: rowOf(rowOf(rowOf(body).meta).pagination).total };
  });
  const rows = Array.isArray(answer.rows) ? answer.rows.map(rowOf) : [];
  const nodes = isWhole ? rows.slice(start, start + limit) : rows;
  const counted = count !== undefined && selection.isCounted;
  const found = counted ? (await ask({ method: 'GET', path: count, query: choice })).body : answer.total;
  const total = isWhole ? rows.length : Number(found);
  // As in Strapi, where -1 is no limit at all.
  const isAll = pagination.limit === -1 && nodes.length < limit;
  const [page, pageSize, pageCount] = isAll
    ? [1, nodes.length, 1]
    : [Math.floor(start / limit) + 1, limit, Math.ceil(total / limit)];
  return { nodes, read, pageInfo: { total, page, pageSize, pageCount } };
};

const readList =
  (source: Source, isConnection: boolean): Resolve =>
  async (context) => {
    const { nodes, read, pageInfo } = await readPage(context, source, rowOf(context.args.pagination));
    return read(isConnection ? { nodes, pageInfo } : nodes);
  };

const readOne =
  (source: Source): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { type, oneIn } = source;
    if (oneIn === undefined) {
      const { nodes, read } = await readPage(context, source, { limit: -1 });
      return read(nodes.find((row) => row.documentId === args.documentId));
    }
    const { selection, read } = compile(context, type);
    const path = pathOf(source, args.documentId);
    const found = await orNull(
      selection.readAll(async (query) => {
        const question = { method: 'GET', path, query: { ...versionOf(context), ...query } } as const;
        return { rows: oneIn((await ask(question)).body) };
      }),
    );
    return read(found?.rows);
  };

/** The fields that read documents: one, a list, and a list with its page. */
const readFields = (builder: TypeBuilder, source: Source): Fields => {
  const { type } = source;
  const object = builder.object(type);
  const { one: title, many } = fieldNames(type);
  const shared = { ...readArgs, ...localeArgs(type) };
  const one = answeredBy({ type: object, args: { ...idArgs(type), ...shared } }, readOne(source));
  if (type.kind === 'singleType') return { [title]: one };
  const args = { ...builder.listArgs(type), ...shared };
  return {
    [title]: one,
    [`${many}_connection`]: answeredBy({ type: builder.connection(type, 'Entity'), args }, readList(source, true)),
    [many]: answeredBy({ type: nonNull(new GraphQLList(object)), args }, readList(source, false)),
  };
};

/** The types of a site, below `/api`. */
const siteSources = ({ served }: Schema): readonly Source[] =>
  [...served].map(([name, type]) => ({ type, path: `/api/${name}`, listIn: dataIn, oneIn: dataIn }));

const writeDocument =
  (source: Source, method: 'POST' | 'PUT'): Resolve =>
  async (context) => {
    const { ask, args, operation, name } = context;
    const { selection, read } = compile(context, source.type);
    const path = method === 'POST' ? source.path : pathOf(source, args.documentId);
    const write = { method, path, body: { data: args.data } };
    const { rows } = await selection.readAll<{ readonly rows: unknown }>(
      async (query, first) => {
        const parameters = { ...versionOf(context), ...query };
        if (first === undefined) return { rows: dataIn((await orNull(ask({ ...write, query: parameters })))?.body) };
        // What the answer of a write cannot have at once is read after it.
        const again = pathOf(source, rowOf(first.rows).documentId);
        return { rows: dataIn((await ask({ method: 'GET', path: again, query: parameters })).body) };
      },
      // What was written is answered.
      (error) => void operation.faults.push({ error, name }),
    );
    return read(rows);
  };

const deleteDocument =
  (source: Source): Resolve =>
  async (context) => {
    const { ask, args } = context;
    const { selection, read } = compile(context);
    const path = pathOf(source, args.documentId);
    const query = { locale: args.locale };
    // The path of a single type does not name the document. Only a caller who may read it, and selects that, learns it.
    const find = (status: 'draft' | 'published') =>
      orNull(ask({ method: 'GET', path, query: { ...query, status, fields: 'documentId' } }), 403);
    const isRead = source.type.kind === 'singleType' && selection.root.selects;
    const single = isRead ? ((await find('draft')) ?? (await find('published'))) : null;
    const { documentId } = isRead ? rowOf(dataIn(single?.body)) : args;
    await ask({ method: 'DELETE', path, query });
    return read({ documentId });
  };

const writeFields = (builder: TypeBuilder, source: Source): Fields => {
  const { type } = source;
  const object = builder.object(type);
  const name = nameOf(type);
  const [id, locale] = [idArgs(type), localeArgs(type)];
  const data = { ...statusArgs, data: { type: nonNull(builder.input(type)) }, ...locale };
  const create = answeredBy({ type: object, args: data }, writeDocument(source, 'POST'));
  const deleted = { type: fixedObject('DeleteMutationResponse'), args: { ...id, ...locale } };
  return {
    ...(type.kind === 'singleType' ? {} : { [`create${name}`]: create }),
    [`update${name}`]: answeredBy({ type: object, args: { ...id, ...data } }, writeDocument(source, 'PUT')),
    [`delete${name}`]: answeredBy(deleted, deleteDocument(source)),
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

/** Documents that each site has. */
const builtInSources = (schema: Schema): readonly Source[] => {
  const typeWith = (uid: string) => typeOf(schema, uid);
  const files = { type: typeWith(builtInUids.file), list: '/api/upload/files/page', listIn: dataIn };
  const users = { type: typeWith(builtInUids.user), listIn: bodyItself, count: '/api/users/count' };
  const roles = { type: typeWith(builtInUids.role), listIn: (body: unknown) => rowOf(body).roles };
  return [
    { ...files, path: '/api/upload/files', oneIn: bodyItself },
    { ...users, path: '/api/users', oneIn: bodyItself },
    { type: localeType, path: '/api/i18n/locales', listIn: bodyItself },
    { ...roles, path: '/api/users-permissions/roles' },
  ];
};

export const queryFields = (schema: Schema, builder: TypeBuilder): readonly Fields[] =>
  [...builtInSources(schema), ...siteSources(schema)].map((source) => readFields(builder, source));

export const mutationFields = (schema: Schema, builder: TypeBuilder): readonly Fields[] =>
  siteSources(schema).map((source) => writeFields(builder, source));
