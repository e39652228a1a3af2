// The records of files among the documents: found, answered, written.
import { may, uploaderOf, uploadUid, type Action, type Caller } from '../../platform/access/index.ts';
import { living, livingOf, versionIdIn, type Stored, type Unit } from '../../platform/db/index.ts';
import { builtInTarget, type Write } from '../../write/documents/index.ts';
import { ApiError } from '../../errors.ts';
import type { Answer, Request } from '../../api/http/index.ts';
import { readQuery, type Query } from '../../read/query/index.ts';
import { readWritten, type One } from '../../read/execute/index.ts';
import { builtInUids, type Schema } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { FileRecord } from './record.ts';

const fileNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'file.notFound');

export const fileTarget = (schema: Schema) => builtInTarget(schema, builtInUids.file);

/** All of them, and what deleted ones leave. */
export const recordsOf = async ({ database, schema }: Service) =>
  (await database.get()).collection<Stored>(fileTarget(schema).type.collectionName);

const find = async (service: Service, filter: object): Promise<Stored | null> =>
  (await recordsOf(service)).findOne({ ...filter, ...living });

/**
 * @param id the integer of a file, or its documentId
 * @param among what the file must match
 * @returns its documentId
 * @throws ApiError 404 when there is no such file
 */
export const fileNamed = async (service: Service, id: string, among: object = {}): Promise<string> => {
  const versionId = versionIdIn(id);
  const named = versionId === undefined ? { documentId: id } : { 'published.id': versionId };
  const found = await find(service, { ...named, ...among });
  if (found === null) throw fileNotFound();
  return found.documentId;
};

/**
 * A file that the caller may change, since the answer of a change contains its record: any that they may read, else one
 * that they uploaded.
 *
 * @returns its documentId
 * @throws ApiError 404 when there is no such file for the caller
 */
export const changeableFile = async (service: Service, caller: Caller, id: string): Promise<string> => {
  if (may(caller, 'find', uploadUid) || may(caller, 'findOne', uploadUid)) return fileNamed(service, id);
  const uploader = uploaderOf(caller);
  if (uploader === undefined) throw fileNotFound();
  return fileNamed(service, id, { createdBy: uploader });
};

/** The record of a file, as a unit finds it; null where there is none any more. */
export const recordNow = ({ schema }: Service, { db, options }: Unit, documentId: string): Promise<Stored | null> => {
  const { type } = fileTarget(schema);
  return db.collection<Stored>(type.collectionName).findOne(livingOf(type, documentId), options);
};

/** @throws ApiError 404 when there is no such file any more */
const standing = async (service: Service, unit: Unit, documentId: string): Promise<Stored> => {
  const found = await recordNow(service, unit, documentId);
  if (found === null) throw fileNotFound();
  return found;
};

/** The same write, returning the file as it was beside what is written. Throws (the attempt) ApiError 404 when there is none. */
export const withBefore = <T>(
  service: Service,
  documentId: string,
  write: Write<T>,
): Write<{ readonly before: Stored; readonly written: T }> => ({
  ...write,
  attempt: (unit) =>
    unit.together(async (whole) => ({
      before: await standing(service, whole, documentId),
      written: await write.attempt(whole),
    })),
});

/** What a stored record says; lib/media writes nothing else. */
export const recordIn = ({ published }: Stored): FileRecord => published as unknown as FileRecord;

/** @throws ApiError 400 as `readQuery` */
export const fileQuery = async (service: Service, caller: Caller, text: string, action: Action): Promise<Query> => {
  const locales = await service.locales.known();
  return readQuery(text, fileTarget(service.schema).type, caller, { ...service, locales }, { action });
};

/** A record as it is answered; where no addresses are signed, it says so too. */
export const told = (data: One['data']) => ({ ...data, isUrlSigned: data.isUrlSigned ?? false });

/** What was written, as the caller is answered it. */
export const toldWritten = async (
  request: Request,
  service: Service,
  caller: Caller,
  stored: Stored,
  unit?: Unit,
): Promise<One> => readWritten(service, await fileQuery(service, caller, '', 'update'), stored, request.timings, unit);

/** One record without its envelope. */
export const bare = ({ data, revision, shown }: One): Answer => ({ status: 200, body: told(data), revision, shown });
