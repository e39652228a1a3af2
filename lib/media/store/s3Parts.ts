// Files that are sent to the bucket in parts, since one request of their size would not get through.
import type { S3Settings } from '../../platform/bucket/index.ts';
import { invalid } from '../../errors.ts';
import { namedIn, unknown, validSeconds, type Announced } from './s3Direct.ts';
import { isAbsent, s3Client, signingClient } from './s3.ts';

const sdk = () => import('@aws-sdk/client-s3');

/** Small enough to be sent again; 5 GB are 299 of them. */
export const partSize = 16_777_216;

export interface PartTarget {
  readonly partNumber: number;
  readonly url: string;
}

/** How many bytes each part of a file has, in order: all as many, the last what is left. */
const sizesOf = (bytes: number): readonly number[] =>
  Array.from({ length: Math.ceil(bytes / partSize) }, (_, index) => Math.min(partSize, bytes - index * partSize));

/** Begins to send a file in parts. @returns where each is to be PUT, with just as many bytes as it has */
export const presignParts = async (
  settings: S3Settings,
  key: string,
  { name, bytes }: Announced,
): Promise<readonly PartTarget[]> => {
  const [{ CreateMultipartUploadCommand, UploadPartCommand }, { getSignedUrl }] = await Promise.all([
    sdk(),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const at = { Bucket: settings.bucket, Key: settings.prefix + key };
  const about = {
    ContentType: unknown['Content-Type'],
    ContentDisposition: unknown['Content-Disposition'],
    Metadata: { name: namedIn(name) },
  };
  const { UploadId } = await (await s3Client(settings)).send(new CreateMultipartUploadCommand({ ...at, ...about }));
  const client = await signingClient(settings);
  return Promise.all(
    sizesOf(bytes).map(async (ContentLength, index) => {
      const part = new UploadPartCommand({ ...at, UploadId, PartNumber: index + 1, ContentLength });
      return { partNumber: index + 1, url: await getSignedUrl(client, part, { expiresIn: validSeconds }) };
    }),
  );
};

interface Unfinished {
  readonly key: string;
  readonly uploadId: string | undefined;
  readonly since: Date;
}

/** What is being sent in parts, under keys that begin so. */
async function* unfinished(settings: S3Settings, beginning: string): AsyncGenerator<Unfinished> {
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

/**
 * Makes one file of the parts that were sent; does nothing where none are being sent under the key, as after it was done.
 *
 * @param bytes of the whole, as it was announced
 * @throws ApiError 400 naming the parts that are missing, or are not as large as they must be
 */
export const joinParts = async (settings: S3Settings, key: string, bytes: number): Promise<void> => {
  const { CompleteMultipartUploadCommand, ListPartsCommand } = await sdk();
  const client = await s3Client(settings);
  for await (const upload of unfinished(settings, key)) {
    if (upload.key !== key) continue;
    const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: upload.uploadId };
    try {
      // It lists a thousand: more than there ever are.
      const listed = await client.send(new ListPartsCommand(at));
      const sent = new Map((listed.Parts ?? []).map((part) => [part.PartNumber, part]));
      const missing = sizesOf(bytes).flatMap((size, index) => (sent.get(index + 1)?.Size === size ? [] : [index + 1]));
      if (missing.length > 0)
        throw invalid(`Parts are missing, or have another size: ${missing.join(', ')}`, {
          path: 'key',
          parts: missing,
        });
      const Parts = sizesOf(bytes).map((_, index) => ({ PartNumber: index + 1, ETag: sent.get(index + 1)?.ETag }));
      await client.send(new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts } }));
    } catch (error) {
      // Another request did it in between.
      if (!isAbsent(error)) throw error;
    }
  }
};

/**
 * Gives up what was begun to be sent before that time.
 *
 * @param isOurs of a key
 * @returns how many it gave up
 */
export const abortParts = async (
  settings: S3Settings,
  isOurs: (key: string) => boolean,
  before: number,
): Promise<number> => {
  const { AbortMultipartUploadCommand } = await sdk();
  const client = await s3Client(settings);
  let aborted = 0;
  for await (const { key, uploadId, since } of unfinished(settings, '')) {
    if (since.getTime() >= before || !isOurs(key)) continue;
    const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: uploadId };
    await client.send(new AbortMultipartUploadCommand(at)).catch((error: unknown) => {
      // It was done, or given up, in between.
      if (!isAbsent(error)) throw error;
    });
    aborted += 1;
  }
  return aborted;
};
