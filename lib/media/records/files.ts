// Finds, answers and writes the records of files.
import type { Filter } from 'mongodb';
import {
  conditionOf,
  hasPermission,
  writerOf,
  uploadUid,
  type Action,
  type Caller,
} from '../../platform/access/index.ts';
import {
  collections,
  livingFilter,
  livingDocumentFilter,
  parseWholeNumber,
  type StoredDocument,
  type Transaction,
} from '../../platform/db/index.ts';
import { builtInTarget, type PreparedWrite } from '../../write/documents/index.ts';
import { hooksFor } from '../../write/operations/index.ts';
import { ApiError, forbidden, invalid } from '../../errors.ts';
import type { Answer, Request } from '../../api/http/index.ts';
import { readQuery, type Query } from '../../read/query/index.ts';
import { readWritten, type DocumentAnswer } from '../../read/execute/index.ts';
import { builtInUids, libraryFileType, type Schema } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { FileRecord } from './fileRecord.ts';

const fileNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'file.notFound');

export const fileTarget = (schema: Schema) => builtInTarget(schema, builtInUids.file);

/** The target of a caller's write of a record. @param hooks those of a request, or those that a hook's own writes cause */
export const writtenFileTarget = (service: Service, caller: Caller, hooks = hooksFor) => {
  const target = fileTarget(service.schema);
  return { ...target, hooks: hooks.write(service, caller, target.type) };
};

/** The collection of records, tombstones included. */
export const recordCollection = async ({ database, schema }: Service) =>
  (await database.get()).collection<StoredDocument>(fileTarget(schema).type.collectionName);

const findRecordWhere = async (service: Service, filter: object): Promise<StoredDocument | null> =>
  (await recordCollection(service)).findOne({ ...filter, ...livingFilter });

/**
 * @param id the integer id of a file, or its documentId
 * @param among a filter that the file must match
 * @returns its documentId
 * @throws ApiError 404 if there is no such file
 */
export const findFileId = async (service: Service, id: string, among: object = {}): Promise<string> => {
  const versionId = parseWholeNumber(id);
  const named = versionId === undefined ? { documentId: id } : { 'published.id': versionId };
  const found = await findRecordWhere(service, { ...named, ...among });
  if (found === null) throw fileNotFound();
  return found.documentId;
};

/**
 * The filter for the files that the caller may change. The answer of a change contains the record, so the caller must be
 * able to read files, or must have uploaded this one.
 *
 * @returns undefined if there are none
 */
const changeableFiles = (caller: Caller): Filter<StoredDocument> | undefined => {
  if (hasPermission(caller, 'find', uploadUid) || hasPermission(caller, 'findOne', uploadUid)) return {};
  const uploader = writerOf(caller);
  return uploader === undefined ? undefined : { createdBy: uploader };
};

/** Whether the permission covers only the files that the caller uploaded. */
const isOnOwn = (caller: Caller, action: 'upload' | 'destroy'): boolean =>
  conditionOf(caller, action, uploadUid)?.own === true;

const isUploader = async (service: Service, { user }: Caller, documentId: string): Promise<boolean> =>
  user !== undefined && (await findRecordWhere(service, { documentId, createdBy: user })) !== null;

/**
 * Finds a file for an action that the caller may do with it.
 *
 * @returns its documentId
 * @throws ApiError 404 if there is no such file; 403 if the permission covers only the caller's own files
 */
const findPermittedFileId = async (
  service: Service,
  caller: Caller,
  action: 'upload' | 'destroy',
  id: string,
  among: object,
): Promise<string> => {
  const documentId = await findFileId(service, id, among);
  if (isOnOwn(caller, action) && !(await isUploader(service, caller, documentId))) throw forbidden();
  return documentId;
};

/**
 * Finds a file that the caller may change.
 *
 * @returns its documentId
 * @throws ApiError 404 if there is no such file for the caller, 403 if the caller may change only other files
 */
export const findChangeableFileId = async (service: Service, caller: Caller, id: string): Promise<string> => {
  const changeable = changeableFiles(caller);
  if (changeable === undefined) throw fileNotFound();
  return findPermittedFileId(service, caller, 'upload', id, changeable);
};

/**
 * Finds a file that the caller may delete.
 *
 * @returns its documentId
 * @throws ApiError 404 if there is no such file, 403 if the caller may delete only other files
 */
export const findDeletableFileId = (service: Service, caller: Caller, id: string): Promise<string> =>
  findPermittedFileId(service, caller, 'destroy', id, {});

/** The files that the caller may move: `changeableFiles`, with the condition of the permission. */
export const movableFiles = (caller: Caller): Filter<StoredDocument> | undefined => {
  if (!isOnOwn(caller, 'upload')) return changeableFiles(caller);
  return caller.user === undefined ? undefined : { createdBy: caller.user };
};

/** The record of a file within a transaction; null if it no longer exists. */
export const findRecord = (
  { schema }: Service,
  { db, options }: Transaction,
  documentId: string,
): Promise<StoredDocument | null> => {
  const { type } = fileTarget(schema);
  return db.collection<StoredDocument>(type.collectionName).findOne(livingDocumentFilter(type, documentId), options);
};

/** @throws ApiError 404 if the file no longer exists */
export const requireRecord = async (
  service: Service,
  unit: Transaction,
  documentId: string,
): Promise<StoredDocument> => {
  const found = await findRecord(service, unit, documentId);
  if (found === null) throw fileNotFound();
  return found;
};

/**
 * The same write, which also returns the record from before it. Throws (the attempt) ApiError 404 if the file does
 * not exist.
 */
export const withPreviousRecord = <T>(
  service: Service,
  documentId: string,
  write: PreparedWrite<T>,
): PreparedWrite<{ readonly before: StoredDocument; readonly written: T }> => ({
  ...write,
  attempt: (unit) =>
    unit.inTransaction(async (transaction) => ({
      before: await requireRecord(service, transaction, documentId),
      written: await write.attempt(transaction),
    })),
});

/** The values of a stored record. Only lib/media writes them. */
export const fileRecordOf = ({ published }: Pick<StoredDocument, 'published'>): FileRecord =>
  published as unknown as FileRecord;

/** @throws ApiError 400 as `readQuery` */
export const fileQuery = async (service: Service, caller: Caller, text: string, action: Action): Promise<Query> => {
  const locales = await service.locales.known();
  return readQuery(text, libraryFileType(service.schema), caller, { ...service, locales }, { action });
};

/** A record in an answer. `isUrlSigned` is false if URLs are not signed. */
export const toFileData = (data: DocumentAnswer['data']) => ({ ...data, isUrlSigned: data.isUrlSigned ?? false });

/**
 * Records in the answer to a read. Callers who may change or delete only their own files learn which these are: `own`.
 *
 * @param records as `lib/read` answers them
 */
export const toReadFiles = async (
  service: Service,
  caller: Caller,
  records: readonly DocumentAnswer['data'][],
): Promise<readonly object[]> => {
  if (!isOnOwn(caller, 'upload') && !isOnOwn(caller, 'destroy')) return records.map(toFileData);
  const documentIds = records.map(({ documentId }) => String(documentId));
  const own = new Set(
    await (
      await recordCollection(service)
    ).distinct('documentId', {
      ...{ documentId: { $in: documentIds }, createdBy: caller.user ?? '' },
      ...livingFilter,
    }),
  );
  return records.map((record) => ({ ...toFileData(record), own: own.has(String(record.documentId)) }));
};

/** Reads a written record for the answer to the caller. */
export const readWrittenFile = async (
  request: Request,
  service: Service,
  caller: Caller,
  stored: StoredDocument,
  unit?: Transaction,
): Promise<DocumentAnswer> =>
  readWritten(service, await fileQuery(service, caller, '', 'update'), stored, request.timings, unit);

/** An answer with one record, without its envelope. */
export const fileAnswer = ({ data, revision, cacheMetadata }: DocumentAnswer): Answer => ({
  status: 200,
  body: toFileData(data),
  revision,
  cacheMetadata,
});

/** The documentId of the record in a `fileAnswer`. */
export const documentIdIn = ({ body }: Answer): string => (body as { readonly documentId: string }).documentId;

/** Whether bytes of these files must still be moved or deleted, and may be served until then. */
export const hasUnfinishedMoves = async (service: Service, documentIds: readonly string[]): Promise<boolean> => {
  const moves = (await service.database.get()).collection<{ readonly _id: string }>(collections.fileMoves);
  return (await moves.findOne({ _id: { $in: [...documentIds] } }, { projection: { _id: 1 } })) !== null;
};

/** @param query of a request that may replace a file @returns whether the new one gets another address @throws ApiError 400 */
export const readNewUrl = (query: string): boolean => {
  const value = new URLSearchParams(query).get('newUrl') ?? 'false';
  if (value !== 'true' && value !== 'false') throw invalid('newUrl must be true or false', { path: 'newUrl' });
  return value === 'true';
};

/** The answer to the change of a file: with the status 202 if bytes have still to be moved. */
export const withUnfinishedMoves = async (service: Service, documentId: string, answer: Answer): Promise<Answer> =>
  (await hasUnfinishedMoves(service, [documentId])) ? { ...answer, status: 202 } : answer;
