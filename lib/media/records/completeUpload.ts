// Makes the record of a file that a client sent directly to the bucket, or replaces the file of a record with it.
import type { Caller } from '../../platform/access/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { andThen, type PreparedWrite } from '../../write/documents/index.ts';
import { invalid } from '../../errors.ts';
import { plainBody } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { replaceFile, type FileChange } from './changeFile.ts';
import { checkFileInfo } from './fileInfo.ts';
import type { FileInfo } from './fileRecord.ts';
import { fileTarget } from './files.ts';
import { requireS3 } from './presignUpload.ts';
import { fileTooLarge } from './readForm.ts';
import { totalBytesOf, documentIdOfSentKey, isSentKey } from './fileNames.ts';
import { eraseAfterCommit } from './moveBytes.ts';
import { inFetchTurn, type PictureWork } from '../image/pictureTurns.ts';
import { prepareSent } from './prepareSent.ts';
import { findSentFile, withBucketErrors, fileNotSentError, type SentFile } from '../store/s3Direct.ts';
import { joinParts } from '../store/s3Parts.ts';
import { storeFiles, type Commit } from './storeFiles.ts';

/**
 * @throws ApiError 400 naming the missing parts, 404 if nothing was uploaded under the key, 413 if the file is too
 *   large
 */
const joinAndFindSent = async ({ upload }: Service['config'], key: unknown): Promise<SentFile> => {
  if (typeof key !== 'string' || !isSentKey(key)) throw fileNotSentError();
  const bytes = totalBytesOf(key);
  return withBucketErrors(async () => {
    if (bytes !== undefined) await joinParts(upload.s3, key, bytes);
    const sent = await findSentFile(upload.s3, key);
    if (sent.bytes > upload.sizeLimit) throw fileTooLarge(upload.sizeLimit);
    return sent;
  });
};

/**
 * Makes the write of a record fail if the record exists already.
 *
 * @throws (the attempt) ApiError 404 if another request completed the same upload, even if its record was deleted
 *   since
 */
const requireNewRecord = <T>(service: Service, documentId: string, write: PreparedWrite<T>): PreparedWrite<T> => ({
  ...write,
  attempt: async (unit) => {
    const records = unit.db.collection(fileTarget(service.schema).type.collectionName);
    if ((await records.findOne({ documentId }, unit.options)) !== null) throw fileNotSentError();
    return write.attempt(unit);
  },
});

/** The same write, which deletes the uploaded file when it is committed. */
const discardSent = <T>(
  service: Service,
  { key }: SentFile,
  documentId: string,
  write: PreparedWrite<T>,
): PreparedWrite<T> =>
  andThen(write, async (written, unit) => {
    await eraseAfterCommit(service, unit, documentId, [key]);
    return written;
  });

/**
 * Creates the record and the formats of a directly uploaded file.
 *
 * @param body `{key, fileInfo}`, and the other fields of a form of `/api/upload`
 * @param commit as for `storeFiles`
 * @throws ApiError 400 for an invalid body, and for missing parts; 404 if nothing was uploaded under the key; and as
 *   `storeFiles` and `inFetchTurn`
 */
export const completeDirectUpload = async <T>(
  service: Service,
  caller: Caller,
  body: unknown,
  work: PictureWork,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  const { config } = service;
  requireS3(config.upload);
  const { key, fileInfo = {}, ...reference } = plainBody(body, ['key', 'fileInfo', 'ref', 'refId', 'field']);
  const infos = checkFileInfo(fileInfo);
  const fields = new Map(
    Object.entries(reference).map(([name, value]): [string, string[]] => {
      if (typeof value !== 'string' && typeof value !== 'number')
        throw invalid(`${name} must be a text`, { path: name });
      return [name, [String(value)]];
    }),
  );
  const sent = await joinAndFindSent(config, key);
  const documentId = documentIdOfSentKey(sent.key);
  const records = { documentIds: [documentId], infos, fields, signal: work.signal };
  const prepare = async () => [await prepareSent(service, { ...sent, documentId }, infos[0] ?? {}, work)];
  return inFetchTurn(work, () =>
    storeFiles(service, caller, records, prepare, (write) =>
      commit(
        andThen(discardSent(service, sent, documentId, requireNewRecord(service, documentId, write)), ([stored]) => {
          if (stored === undefined) throw new Error('a file that was stored has no record');
          return Promise.resolve(stored);
        }),
      ),
    ),
  );
};

/**
 * Replaces the file of a record with a directly uploaded one.
 *
 * @param body `{key, fileInfo}`
 * @param commit as for `storeFiles`
 * @throws ApiError 400, 404 and 413 as `completeDirectUpload`, and as `replaceFile`
 */
export const replaceByDirectUpload = async <T>(
  service: Service,
  change: FileChange,
  body: unknown,
  work: PictureWork,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  requireS3(service.config.upload);
  const { key, fileInfo = {} } = plainBody(body, ['key', 'fileInfo']);
  const infos = checkFileInfo(fileInfo);
  const sent = await joinAndFindSent(service.config, key);
  const prepare = (info: FileInfo) => prepareSent(service, { ...sent, documentId: change.documentId }, info, work);
  return inFetchTurn(work, () =>
    replaceFile(service, change, infos, work.signal, prepare, (write) =>
      commit(discardSent(service, sent, change.documentId, write)),
    ),
  );
};
