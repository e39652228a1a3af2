// Presigns uploads that go directly to the bucket, because they are too large for a request to a function.
import type { Settings } from '../../platform/config/index.ts';
import { ApiError, invalidValues } from '../../errors.ts';
import { plainBody } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import { isObject } from '../../schema/index.ts';
import type { PresignedUpload } from './contract.ts';
import { fileTooLarge } from './readForm.ts';
import { totalBytesOf, partsKey, sentKey, cleanFileName, cleanTitle } from './fileNames.ts';
import { withBucketErrors, fileNotSentError, presignPost } from '../store/s3Direct.ts';
import { partSize, presignMissingParts, presignParts } from '../store/s3Parts.ts';

/** Larger files are uploaded in parts. One request of that size would often fail near its end. */
const maxFormBytes = 100_000_000;

/** @throws ApiError 404 if files are not stored in a bucket */
export const requireS3 = ({ provider }: Settings['upload']): void => {
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
