// Direct uploads to the bucket, for files that are too large for a request to a function: presigns the upload, and
// completes it.
import type { Caller } from '../../platform/access/index.ts';
import type { Settings } from '../../platform/config/index.ts';
import type { StoredDocument } from '../../platform/db/index.ts';
import { andThen, type PreparedWrite } from '../../write/documents/index.ts';
import { ApiError, invalid, invalidValues } from '../../errors.ts';
import { plainBody } from '../../platform/plainBody.ts';
import type { Service } from '../../platform/service.ts';
import { checkInfo } from './fileInfo.ts';
import { fileTarget } from './files.ts';
import { fileTooLarge } from './form.ts';
import { bytesIn, documentIdFor, isSentKey, partsKey, sentKey } from '../store/keys.ts';
import { cleanName, titleOf } from './names.ts';
import { discard } from './prepare.ts';
import { prepareSent } from './prepareSent.ts';
import { headOf, inBucket, notSent, presignPost, type Sent } from '../store/s3Direct.ts';
import { joinParts, partSize, presignParts, type PartTarget } from '../store/s3Parts.ts';
import { storeOf } from '../store/storeOf.ts';
import { storeFiles, type Commit } from './upload.ts';

/** Where to send a file. The key names the file when the upload is completed. */
export type Presigned = { readonly key: string } & (
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
const maxInOne = 100_000_000;

const onlyS3 = ({ provider }: Settings['upload']): void => {
  if (provider !== 's3')
    throw new ApiError(404, 'NotFoundError', 'Files are stored in a folder here: send them to /api/upload');
};

/**
 * @param body `{name, mime, size}`: file name, expected type, and number of bytes
 * @throws ApiError 400 for an invalid body, 404 if files are not stored in a bucket, 413 for too many bytes, 503 if
 *   the bucket does not answer
 */
export const presign = async ({ config }: Service, body: unknown): Promise<Presigned> => {
  onlyS3(config.upload);
  const { name, mime, size } = plainBody(body, ['name', 'mime', 'size']);
  const fault = (key: string, message: string, value: unknown) =>
    invalidValues([{ path: [key], message: `${key} ${message}`, value }]);
  if (typeof name !== 'string' || titleOf(name) === '') throw fault('name', 'must be a text that is not empty', name);
  if (typeof mime !== 'string' || !/^[\w.+-]+\/[\w.+-]+$/.test(mime)) throw fault('mime', 'must be a media type', mime);
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1)
    throw fault('size', 'must be a whole number of bytes', size);
  if (size > config.upload.sizeLimit) throw fileTooLarge(config.upload.sizeLimit);
  const { s3 } = config.upload;
  const announced = { name: cleanName(name), bytes: size };
  return inBucket(async () => {
    if (size <= maxInOne) {
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
const sentUnder = async ({ upload }: Service['config'], key: unknown): Promise<Sent> => {
  if (typeof key !== 'string' || !isSentKey(key)) throw notSent();
  const bytes = bytesIn(key);
  return inBucket(async () => {
    if (bytes !== undefined) await joinParts(upload.s3, key, bytes);
    const sent = await headOf(upload.s3, key);
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
const onlyOnce = <T>(service: Service, documentId: string, write: PreparedWrite<T>): PreparedWrite<T> => ({
  ...write,
  attempt: async (unit) => {
    const records = unit.db.collection(fileTarget(service.schema).type.collectionName);
    if ((await records.findOne({ documentId }, unit.options)) !== null) throw notSent();
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
export const complete = async <T>(
  service: Service,
  caller: Caller,
  body: unknown,
  folder: string,
  commit: Commit<StoredDocument, T>,
): Promise<T> => {
  const { config } = service;
  onlyS3(config.upload);
  const { key, fileInfo = {}, ...relating } = plainBody(body, ['key', 'fileInfo', 'ref', 'refId', 'field']);
  const infos = checkInfo(fileInfo);
  const fields = new Map(
    Object.entries(relating).map(([name, value]): [string, string[]] => {
      if (typeof value !== 'string' && typeof value !== 'number')
        throw invalid(`${name} must be a text`, { path: name });
      return [name, [String(value)]];
    }),
  );
  const sent = await sentUnder(config, key);
  const documentId = documentIdFor(sent.key);
  return storeFiles(
    service,
    caller,
    { files: [{ ...sent, documentId }], infos, fields },
    (file, its) => prepareSent(service, file, its, folder),
    (write) =>
      commit(
        andThen(onlyOnce(service, documentId, write), async ([stored], unit) => {
          if (stored === undefined) throw new Error('a file that was stored has no record');
          await unit.afterCommit(() => discard(storeOf(config.upload), [sent.key]));
          return stored;
        }),
      ),
  );
};
