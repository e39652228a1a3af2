// Direct uploads to the bucket, for files that are too large for a request to a function: presigns the upload, and
// completes it.
import type { Caller } from '../../platform/access/index.ts';
import type { Settings } from '../../platform/config/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { andThen, type PreparedWrite } from '../../write/documents/index.ts';
import { ApiError, invalid, invalidValues } from '../../errors.ts';
import { plainBody } from '../../platform/plainBody.ts';
import type { Service } from '../../platform/service.ts';
import { isObject } from '../../schema/index.ts';
import { checkFileInfo } from './fileInfo.ts';
import { fileTarget } from './files.ts';
import { fileTooLarge } from './readForm.ts';
import { totalBytesOf, documentIdOfSentKey, isSentKey, partsKey, sentKey } from '../store/keys.ts';
import { cleanFileName, cleanTitle } from './fileNames.ts';
import { discardFiles } from './prepareFile.ts';
import { prepareSent } from './prepareSent.ts';
import { findSentFile, withBucketErrors, fileNotSentError, presignPost, type SentFile } from '../store/s3Direct.ts';
import { joinParts, partSize, presignMissingParts, presignParts, type PartTarget } from '../store/s3Parts.ts';
import { storeOf } from '../store/storeOf.ts';
import { storeFiles, type Commit } from './storeFiles.ts';

/** Where to send a file. The key names the file when the upload is completed. */
export type PresignedUpload = { readonly key: string } & (
  | {
      /** The URL for a form, and its fields before `file`. */
      readonly url: string;
      readonly fields: Readonly<Record<string, string>>;
    }
  | {
      /** The size of each part except the last. */
      readonly partSize: number;
      readonly parts: readonly PartTarget[];
    }
);

/** Larger files are uploaded in parts. One request of that size would often fail near its end. */
const maxFormBytes = 100_000_000;

const requireS3 = ({ provider }: Settings['upload']): void => {
  if (provider !== 's3')
    throw new ApiError(404, 'NotFoundError', 'Files are stored in a folder here: send them to /api/upload');
};

/**
 * Continues an upload in parts.
 *
 * @param key as `createPresignedUpload` returned it
 * @returns where to send the parts that are missing
 * @throws ApiError 404 if no upload in parts is open under the key, 503 if the bucket does not answer
 */
const continuePresignedUpload = async ({ s3 }: Settings['upload'], key: unknown): Promise<PresignedUpload> => {
  const bytes = typeof key === 'string' ? totalBytesOf(key) : undefined;
  if (typeof key !== 'string' || bytes === undefined) throw fileNotSentError();
  const parts = await withBucketErrors(() => presignMissingParts(s3, key, bytes));
  if (parts === undefined) throw fileNotSentError();
  return { key, partSize, parts };
};

/**
 * @param body `{name, mime, size}`: file name, expected type, and number of bytes; or `{key}`, to continue an upload
 * @throws ApiError 400 for an invalid body, 404 if files are not stored in a bucket and as `continuePresignedUpload`,
 *   413 for too many bytes, 503 if the bucket does not answer
 */
export const createPresignedUpload = async ({ config }: Service, body: unknown): Promise<PresignedUpload> => {
  requireS3(config.upload);
  if (isObject(body) && 'key' in body) return continuePresignedUpload(config.upload, plainBody(body, ['key']).key);
  const { name, mime, size } = plainBody(body, ['name', 'mime', 'size']);
  const fault = (key: string, message: string, value: unknown) =>
    invalidValues([{ path: [key], message: `${key} ${message}`, value }]);
  if (typeof name !== 'string' || cleanTitle(name) === '')
    throw fault('name', 'must be a text that is not empty', name);
  if (typeof mime !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(mime)) throw fault('mime', 'must be a media type', mime);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1)
    throw fault('size', 'must be a whole number of bytes', size);
  if (size > config.upload.sizeLimit) throw fileTooLarge(config.upload.sizeLimit);
  const { s3 } = config.upload;
  const announced = { name: cleanFileName(name), bytes: size };
  return withBucketErrors(async () => {
    if (size <= maxFormBytes) {
      const key = sentKey(name);
      return { key, ...(await presignPost(s3, key, announced)) };
    }
    const key = partsKey(name, size);
    return { key, partSize, parts: await presignParts(s3, key, announced) };
  });
};

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

/**
 * Creates the record and the formats of a directly uploaded file.
 *
 * @param body `{key, fileInfo}`, and the other fields of a form of `/api/upload`
 * @param folder a temporary folder of the request
 * @param commit as for `storeFiles`
 * @throws ApiError 400 for an invalid body, and for missing parts; 404 if nothing was uploaded under the key; and as
 *   `storeFiles`
 */
export const completeDirectUpload = async <T>(
  service: Service,
  caller: Caller,
  body: unknown,
  folder: string,
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
  return storeFiles(
    service,
    caller,
    { files: [{ ...sent, documentId }], infos, fields },
    (file, info) => prepareSent(service, file, info, folder),
    (write) =>
      commit(
        andThen(requireNewRecord(service, documentId, write), async ([stored], unit) => {
          if (stored === undefined) throw new Error('a file that was stored has no record');
          await unit.afterCommit(() => discardFiles(storeOf(config.upload), [sent.key]));
          return stored;
        }),
      ),
  );
};
