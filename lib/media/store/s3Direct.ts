// Direct uploads to the bucket as a whole: presigns a form for one key and one size, and reads and copies the
// uploaded file.
import type { S3Settings } from '../../platform/bucket/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { copySourceOf, servingHeaders, isMissingObject, s3Client } from './s3.ts';
import { isFullDisk } from './withTempDir.ts';

/** How long a presigned upload is valid. */
export const validSeconds = 3600;

/** What the client announces about a file. Its type is checked only after the upload. */
export interface AnnouncedFile {
  readonly name: string;
  readonly bytes: number;
}

/** The headers of a file before its type is checked. Even in a public bucket no browser displays it as a page. */
export const uncheckedHeaders = {
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': 'attachment',
} as const;

/** An uploaded file. */
export interface SentFile {
  readonly key: string;
  readonly bytes: number;
  /** The ETag of exactly these bytes. */
  readonly etag: string | undefined;
  /** The file name from the client. */
  readonly name: string;
}

export const fileNotSentError = (): ApiError => new ApiError(404, 'NotFoundError', 'Nothing was sent under that key');

/**
 * Runs a request to the bucket and converts its errors.
 *
 * @throws ApiError 404 if the file does not exist, 503 if the bucket does not answer; ApiErrors of the work and errors of a full
 *   disk stay as they are
 */
export const withBucketErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    // The disk that a file of the bucket is read to.
    if (error instanceof ApiError || isFullDisk(error)) throw error;
    if (isMissingObject(error)) throw fileNotSentError();
    throw unavailable('The bucket cannot be reached at the moment', undefined, error);
  }
};

/** Encodes a file name for a header: headers are ASCII, and S3 allows two thousand bytes. */
export const encodeFileName = (name: string): string => Buffer.from(name).toString('base64url');

/** @returns the URL for the form, and its fields before `file` */
export const presignPost = async (
  settings: S3Settings,
  key: string,
  { name, bytes }: AnnouncedFile,
): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }> => {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  return createPresignedPost(await s3Client(settings), {
    Bucket: settings.bucket,
    Key: settings.prefix + key,
    Fields: { ...uncheckedHeaders, 'x-amz-meta-name': encodeFileName(name) },
    Conditions: [['content-length-range', bytes, bytes]],
    Expires: validSeconds,
  });
};

/** Reads the metadata of an uploaded file. Throws an error of the SDK if there is none. */
export const findSentFile = async (settings: S3Settings, key: string): Promise<SentFile> => {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings);
  const head = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: settings.prefix + key }));
  const name = Buffer.from(head.Metadata?.name ?? '', 'base64url').toString();
  return { key, bytes: head.ContentLength ?? 0, etag: head.ETag, name };
};

/**
 * Copies an uploaded file within the bucket, up to 5 GB. Its headers are replaced.
 *
 * @throws Error if the file under the key changed since it was read
 */
export const copySentFile = async (
  settings: S3Settings,
  { key, etag }: SentFile,
  to: string,
  mime: string,
): Promise<void> => {
  const { CopyObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = settings;
  const client = await s3Client(settings);
  await client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      CopySource: copySourceOf(bucket, prefix + key),
      CopySourceIfMatch: etag,
      Key: prefix + to,
      MetadataDirective: 'REPLACE',
      ...servingHeaders(mime),
    }),
  );
};

/** The part of a bucket event that names the stored file. S3 encodes keys as in a query string. */
interface BucketEventFile {
  readonly bucket: { readonly name: string };
  readonly object: { readonly key: string };
}

/** The key in a bucket event; undefined if it is of another bucket or prefix. */
export const keyOfBucketEvent = ({ bucket, prefix }: S3Settings, event: BucketEventFile): string | undefined => {
  const key = decodeURIComponent(event.object.key.replaceAll('+', ' '));
  return event.bucket.name === bucket && key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
};
