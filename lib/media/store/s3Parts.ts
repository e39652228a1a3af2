// Direct uploads to the bucket in parts, for files that are too large for one request.
import type { Part } from '@aws-sdk/client-s3';
import type { S3Settings } from '../../platform/bucket/index.ts';
import { invalid } from '../../errors.ts';
import { encodeFileName, uncheckedHeaders, validSeconds, type AnnouncedFile } from './s3Direct.ts';
import { isMissingObject, s3Client, signingClient } from './s3.ts';

const sdk = () => import('@aws-sdk/client-s3');

/** Small enough to repeat after an error. A file of 5 GB has 299 parts. */
export const partSize = 16_777_216;

export interface PartTarget {
  readonly partNumber: number;
  readonly url: string;
}

/** The size of each part, in order. All are equal except the last one. */
const partSizes = (bytes: number): readonly number[] =>
  Array.from({ length: Math.ceil(bytes / partSize) }, (_, index) => Math.min(partSize, bytes - index * partSize));

/** The URLs for parts of an upload, each of which must have exactly the size of the part. */
const signParts = async (
  settings: S3Settings,
  upload: { readonly key: string; readonly uploadId: string | undefined },
  bytes: number,
  partNumbers: readonly number[],
): Promise<readonly PartTarget[]> => {
  const [{ UploadPartCommand }, { getSignedUrl }] = await Promise.all([sdk(), import('@aws-sdk/s3-request-presigner')]);
  const client = await signingClient(settings);
  const at = { Bucket: settings.bucket, Key: settings.prefix + upload.key, UploadId: upload.uploadId };
  const sizes = partSizes(bytes);
  return Promise.all(
    partNumbers.map(async (PartNumber) => {
      const part = new UploadPartCommand({ ...at, PartNumber, ContentLength: sizes[PartNumber - 1] });
      return { partNumber: PartNumber, url: await getSignedUrl(client, part, { expiresIn: validSeconds }) };
    }),
  );
};

/**
 * Begins an upload in parts.
 *
 * @returns the URL for each part, which must have exactly the size of the part
 */
export const presignParts = async (
  settings: S3Settings,
  key: string,
  { name, bytes }: AnnouncedFile,
): Promise<readonly PartTarget[]> => {
  const { CreateMultipartUploadCommand } = await sdk();
  const at = { Bucket: settings.bucket, Key: settings.prefix + key };
  const about = {
    ContentType: uncheckedHeaders['Content-Type'],
    ContentDisposition: uncheckedHeaders['Content-Disposition'],
    Metadata: { name: encodeFileName(name) },
  };
  const { UploadId } = await (await s3Client(settings)).send(new CreateMultipartUploadCommand({ ...at, ...about }));
  const partNumbers = partSizes(bytes).map((_, index) => index + 1);
  return signParts(settings, { key, uploadId: UploadId }, bytes, partNumbers);
};

interface UnfinishedUpload {
  readonly key: string;
  readonly uploadId: string | undefined;
  readonly since: Date;
}

/** The unfinished uploads under keys with this prefix. */
async function* listUnfinished(settings: S3Settings, beginning: string): AsyncGenerator<UnfinishedUpload> {
  const { ListMultipartUploadsCommand } = await sdk();
  const { bucket: Bucket, prefix } = settings;
  const client = await s3Client(settings);
  for (let after = {}; ;) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix + beginning, ...after }));
    for (const { Key = '', UploadId, Initiated = new Date() } of page.Uploads ?? [])
      yield { key: Key.slice(prefix.length), uploadId: UploadId, since: Initiated };
    if (page.IsTruncated !== true) return;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** The uploaded parts of an upload, by number. Throws an error of the SDK if the upload is not open. */
const findParts = async (
  settings: S3Settings,
  { key, uploadId }: UnfinishedUpload,
): Promise<ReadonlyMap<number | undefined, Part>> => {
  const { ListPartsCommand } = await sdk();
  const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: uploadId };
  // It lists up to a thousand parts, more than there ever are.
  const { Parts = [] } = await (await s3Client(settings)).send(new ListPartsCommand(at));
  return new Map(Parts.map((part) => [part.PartNumber, part]));
};

/** The numbers of the parts that are not uploaded, or have the wrong size. */
const missingParts = (sent: ReadonlyMap<number | undefined, Part>, bytes: number): readonly number[] =>
  partSizes(bytes).flatMap((size, index) => (sent.get(index + 1)?.Size === size ? [] : [index + 1]));

/**
 * @param bytes the announced total size
 * @returns a new URL for each part that is missing; undefined if no upload is open under the key
 */
export const presignMissingParts = async (
  settings: S3Settings,
  key: string,
  bytes: number,
): Promise<readonly PartTarget[] | undefined> => {
  for await (const upload of listUnfinished(settings, key))
    if (upload.key === key)
      return signParts(settings, upload, bytes, missingParts(await findParts(settings, upload), bytes));
  return undefined;
};

/**
 * Joins the uploaded parts to one file. Does nothing if no upload is open under the key, for example because it was
 * joined already.
 *
 * @param bytes the announced total size
 * @throws ApiError 400 naming the parts that are missing or have the wrong size
 */
export const joinParts = async (settings: S3Settings, key: string, bytes: number): Promise<void> => {
  const { CompleteMultipartUploadCommand } = await sdk();
  const client = await s3Client(settings);
  for await (const upload of listUnfinished(settings, key)) {
    if (upload.key !== key) continue;
    const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: upload.uploadId };
    try {
      const sent = await findParts(settings, upload);
      const missing = missingParts(sent, bytes);
      if (missing.length > 0)
        throw invalid(`Parts are missing or have the wrong size: ${missing.join(', ')}`, {
          path: 'key',
          parts: missing,
        });
      const Parts = partSizes(bytes).map((_, index) => ({ PartNumber: index + 1, ETag: sent.get(index + 1)?.ETag }));
      await client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } }));
    } catch (error) {
      // Another request joined or aborted it meanwhile.
      if (!isMissingObject(error)) throw error;
    }
  }
};

/**
 * Aborts unfinished uploads from before this time.
 *
 * @param isOurs whether Lectern made a key
 * @returns how many uploads it aborted
 */
export const abortParts = async (
  settings: S3Settings,
  isOurs: (key: string) => boolean,
  before: number,
): Promise<number> => {
  const { AbortMultipartUploadCommand } = await sdk();
  const client = await s3Client(settings);
  let aborted = 0;
  for await (const { key, uploadId, since } of listUnfinished(settings, '')) {
    if (since.getTime() >= before || !isOurs(key)) continue;
    const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: uploadId };
    await client.send(new AbortMultipartUploadCommand(at)).catch((error: unknown) => {
      // It was joined or aborted meanwhile.
      if (!isMissingObject(error)) throw error;
    });
    aborted += 1;
  }
  return aborted;
};
