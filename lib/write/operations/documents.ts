// The service with which project code reads and writes documents.
import {
  administrator,
  readerOf,
  requirePermission,
  uploadUid,
  type Action,
  type Caller,
} from '../../platform/access/index.ts';
import type { StoredDocument, Transaction } from '../../platform/db/index.ts';
import type {
  AnyDocument,
  DocumentsAccess,
  DocumentsQuery,
  UntypedDocuments,
} from '../../platform/extensions/index.ts';
import type { Service } from '../../platform/service.ts';
import { Timings } from '../../platform/timings.ts';
import { ApiError } from '../../errors.ts';
import { planRead, readDocument, readWritten, runRead, shapeList } from '../../read/execute/index.ts';
import {
  readJsonQuery,
  refuseDraftDeletion,
  writtenLocale,
  writtenLocales,
  type Locales,
  type Query,
} from '../../read/query/index.ts';
import {
  builtInUids,
  didYouMean,
  isObject,
  isServed,
  type ContentType,
  type Status,
  type Transition,
} from '../../schema/index.ts';
import { toPlain, type PreparedWrite } from '../documents/index.ts';
import { builtInWriterOf, type BuiltInWriter } from './builtInWriters.ts';
import type { CallerWrites } from './callerWrites.ts';
import { prepareCallerIncrement } from './increment.ts';

/** How the operations of the service run: in one transaction, or each by itself. */
export interface OperationRunner {
  /** @param work gets the transaction; undefined: there is none */
  readonly run: <T>(work: (unit: Transaction | undefined) => Promise<T>) => Promise<T>;
  readonly write: <T>(write: PreparedWrite<T>) => Promise<T>;
  /** @param work gets a runner whose operations are one transaction */
  readonly transaction: <T>(work: (operations: OperationRunner) => Promise<T>) => Promise<T>;
}

/** An operation whose type, permission and query are checked. */
interface AdmittedOperation {
  readonly type: ContentType;
  readonly query: Query;
  readonly locales: Locales;
}

/** What the service needs. */
interface DocumentsContext {
  readonly service: Service;
  readonly caller: Caller;
  readonly writes: CallerWrites;
  readonly operations: OperationRunner;
}

/** The types that are not served and that project code can use. */
const usableBuiltIn: readonly string[] = [builtInUids.user, builtInUids.file];

/** @throws Error if there is no such type */
const typeFor = ({ schema }: Service, uid: string): ContentType => {
  const isUsable = (type: ContentType): boolean => isServed(schema, type) || usableBuiltIn.includes(type.uid);
  const type = schema.types.get(uid);
  if (type === undefined)
    throw new Error(
      `there is no content type ${uid}${didYouMean(
        uid,
        [...schema.types.values()].filter(isUsable).map((one) => one.uid),
      )}`,
    );
  if (!isUsable(type)) throw new Error(`documents cannot use ${uid}`);
  return type;
};

/** The writer of users or files; undefined for content. */
const builtInWriterFor = (uid: string): BuiltInWriter | undefined =>
  usableBuiltIn.includes(uid) ? builtInWriterOf(uid) : undefined;

/** The permissions for users and files have the names of their REST API. */
const permissionFor = (uid: string, action: Action): readonly [action: string, of: string] => {
  const own = action === 'delete' && usableBuiltIn.includes(uid) ? 'destroy' : action;
  if (uid !== builtInUids.file) return [own, uid];
  return [own === 'update' ? 'upload' : own, uploadUid];
};

/** @throws Error for users and files, which the operation does not take */
const refuseBuiltIn = (uid: string, operation: string): void => {
  if (usableBuiltIn.includes(uid)) throw new Error(`${operation} cannot change ${uid}: use update`);
};

/** @throws Error if a documentId is missing, or given for a single type */
const checkDocumentId = ({ uid, kind }: ContentType, documentId: string | undefined): void => {
  if (kind === 'singleType' && documentId !== undefined)
    throw new Error(`${uid} is a single type: it has no documentId`);
  if (kind === 'collectionType' && (documentId ?? '') === '')
    throw new Error(`a document of ${uid} needs its documentId`);
};

/** @throws Error for a query that is no object */
const checkQuery = (query: unknown): void => {
  if (!isObject(query)) throw new Error("the query must be an object, such as { fields: ['title'] }");
};

/** @throws Error for a type that is not known, and for a query that is no object; ApiError 403 if the caller may not do the action; 400 for the query */
const admit = async (
  { service, caller }: DocumentsContext,
  uid: string,
  action: Action,
  query: DocumentsQuery = {},
): Promise<AdmittedOperation> => {
  const type = typeFor(service, uid);
  checkQuery(query);
  requirePermission(caller, ...permissionFor(uid, action));
  const locales = await service.locales.known();
  return { type, locales, query: readJsonQuery(query, type, caller, { ...service, locales }, { action }) };
};

/** Code writes the draft unless it names the other status, as with Strapi's Document Service; REST publishes. */
const ofDraft = (query: DocumentsQuery = {}): DocumentsQuery => {
  checkQuery(query);
  return { ...query, status: query.status ?? 'draft' };
};

const timingsFor = ({ service, caller }: DocumentsContext): Timings => {
  const timings = new Timings();
  timings.reader = readerOf(caller, service.config);
  return timings;
};

const written = async (
  { service }: DocumentsContext,
  query: Query,
  stored: StoredDocument,
  unit: Transaction | undefined,
): Promise<AnyDocument> => (await readWritten(service, query, stored, new Timings(), unit)).data;

/** Publishes or unpublishes, and returns the documents in the written locales. */
const transition =
  (context: DocumentsContext, action: Transition, status: Status): UntypedDocuments['publish'] =>
  (uid, documentId, jsonQuery) =>
    context.operations.run(async (unit) => {
      refuseBuiltIn(uid, action);
      const { type, query, locales } = await admit(context, uid, 'publish', jsonQuery);
      checkDocumentId(type, documentId);
      const scope = { ...context, type, locales, locale: writtenLocales(query, locales) };
      const stored = await context.operations.write(context.writes.prepareCallerTransition(scope, documentId, action));
      const answers: AnyDocument[] = [];
      for (const document of stored) {
        const locale = document.locale === null ? query.locale : { one: document.locale };
        answers.push(await written(context, { ...query, status, locale }, document, unit));
      }
      return answers;
    });

/** Makes the service for a caller. Its functions throw as `admit`, and as the request of the REST API. */
export const documentsOf = (context: DocumentsContext): UntypedDocuments => {
  const { service, writes, operations } = context;
  return {
    find: (uid, jsonQuery) =>
      operations.run(async (unit) => {
        const { type, query } = await admit(context, uid, 'find', jsonQuery);
        if (type.kind === 'singleType') throw new Error(`${uid} is a single type: use findOne`);
        const timings = timingsFor(context);
        const rows = await runRead(service, planRead(service, query, timings), timings, unit);
        const { data, pagination } = await shapeList(service, query, rows, timings);
        // The cast is safe: only the pages of a cursor have values that are no numbers.
        return { data, meta: { pagination: pagination as Readonly<Record<string, number>> } };
      }),
    findOne: (uid, documentId, jsonQuery) =>
      operations.run(async (unit) => {
        const action = documentId === undefined ? 'find' : 'findOne';
        const { type, query } = await admit(context, uid, action, jsonQuery);
        checkDocumentId(type, documentId);
        try {
          return (await readDocument(service, query, documentId, timingsFor(context), { unit, isWritten: true })).data;
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        }
      }),
    create: (uid, data, jsonQuery) =>
      operations.run(async (unit) => {
        const writer = builtInWriterFor(uid);
        if (uid === builtInUids.file) throw new Error('documents cannot create files: send them to POST /api/upload');
        const { type, query, locales } = await admit(context, uid, 'create', writer ? jsonQuery : ofDraft(jsonQuery));
        if (type.kind === 'singleType') throw new Error(`${uid} is a single type: use update`);
        const scope = { ...context, type, locales, locale: writtenLocale(query, locales) };
        const write = await (writer?.create
          ? writer.create(scope, toPlain(data))
          : writes.prepareCallerCreate(scope, { status: query.status }, toPlain(data)));
        return written(context, query, await operations.write(write), unit);
      }),
    update: (uid, documentId, data, jsonQuery) =>
      operations.run(async (unit) => {
        const writer = builtInWriterFor(uid);
        const { type, query, locales } = await admit(context, uid, 'update', writer ? jsonQuery : ofDraft(jsonQuery));
        checkDocumentId(type, documentId);
        const scope = { ...context, type, locales, locale: writtenLocale(query, locales) };
        const write = await (writer
          ? writer.update(scope, documentId ?? '', toPlain(data))
          : writes.prepareCallerUpdate(scope, { status: query.status }, documentId, toPlain(data)));
        return written(context, query, await operations.write(write), unit);
      }),
    increment: (uid, documentId, amounts, incrementQuery = {}) =>
      operations.run(async (unit) => {
        refuseBuiltIn(uid, 'increment');
        checkQuery(incrementQuery);
        const { where, ...jsonQuery } = incrementQuery;
        const [unknown] = ['status', 'filters'].filter((name) => name in jsonQuery);
        if (unknown !== undefined)
          throw new Error(`increment takes no ${unknown}: it takes where, fields, populate, locale`);
        const condition = where === undefined ? {} : { filters: where };
        const { type, query, locales } = await admit(context, uid, 'update', { ...jsonQuery, ...condition });
        checkDocumentId(type, documentId);
        const scope = { ...context, type, locales, locale: writtenLocale(query, locales) };
        const stored = await operations.write(prepareCallerIncrement(scope, documentId, amounts, query));
        if (stored === null) return null;
        const status = stored.published === undefined ? 'draft' : 'published';
        return written(context, { ...query, status }, stored, unit);
      }),
    publish: transition(context, 'publish', 'published'),
    unpublish: transition(context, 'unpublish', 'draft'),
    delete: (uid, documentId, jsonQuery) =>
      operations.run(async () => {
        const { type, query, locales } = await admit(context, uid, 'delete', jsonQuery);
        checkDocumentId(type, documentId);
        refuseDraftDeletion(query);
        const scope = { ...context, type, locales, locale: writtenLocales(query, locales) };
        const write = await (builtInWriterFor(uid)?.delete(scope, documentId ?? '') ??
          writes.prepareCallerDelete(scope, documentId));
        await operations.write(write);
      }),
  };
};

/** The service on behalf of the caller and of the system. */
export const documentsAccessOf = ({ caller, ...context }: DocumentsContext): DocumentsAccess => ({
  asCaller: documentsOf({ ...context, caller }),
  asSystem: documentsOf({ ...context, caller: administrator }),
  transaction: (work) =>
    context.operations.transaction((operations) => work(documentsAccessOf({ ...context, caller, operations }))),
});
