// Direct uploads to the bucket in parts, for files that are too large for one request.
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
  const [{ CreateMultipartUploadCommand, UploadPartCommand }, { getSignedUrl }] = await Promise.all([
    sdk(),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const at = { Bucket: settings.bucket, Key: settings.prefix + key };
  const about = {
    ContentType: uncheckedHeaders['Content-Type'],
    ContentDisposition: uncheckedHeaders['Content-Disposition'],
    Metadata: { name: encodeFileName(name) },
  };
  const { UploadId } = await (await s3Client(settings)).send(new CreateMultipartUploadCommand({ ...at, ...about }));
  const client = await signingClient(settings);
  return Promise.all(
    partSizes(bytes).map(async (ContentLength, index) => {
      const part = new UploadPartCommand({ ...at, UploadId, PartNumber: index + 1, ContentLength });
      return { partNumber: index + 1, url: await getSignedUrl(client, part, { expiresIn: validSeconds }) };
    }),
  );
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

/**
 * Joins the uploaded parts to one file. Does nothing if no upload is open under the key, for example because it was
 * joined already.
 *
 * @param bytes the announced total size
 * @throws ApiError 400 naming the parts that are missing or have the wrong size
 */
export const joinParts = async (settings: S3Settings, key: string, bytes: number): Promise<void> => {
  const { CompleteMultipartUploadCommand, ListPartsCommand } = await sdk();
  const client = await s3Client(settings);
  for await (const upload of listUnfinished(settings, key)) {
    if (upload.key !== key) continue;
    const at = { Bucket: settings.bucket, Key: settings.prefix + key, UploadId: upload.uploadId };
    try {
      // It lists up to a thousand parts, more than there ever are.
      const listed = await client.send(new ListPartsCommand(at));
      const sent = new Map((listed.Parts ?? []).map((part) => [part.PartNumber, part]));
      const missing = partSizes(bytes).flatMap((size, index) =>
        sent.get(index + 1)?.Size === size ? [] : [index + 1],
      );
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
