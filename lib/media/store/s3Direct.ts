// What is sent to the bucket directly: one form, for one key, of that size; and what becomes of it there.
import type { S3Settings } from '../../platform/bucket/index.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { headersOf, isAbsent, s3Client } from './s3.ts';

/** As long as it may take until it is sent. */
export const validSeconds = 3600;

/** What is said of a file before it is sent. What it is, nobody believes before it is looked at. */
export interface Announced {
  readonly name: string;
  readonly bytes: number;
}

/** How it is kept until then: where a bucket is open, its address shows it to nobody as a page. */
export const unknown = { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' } as const;

/** What was sent. */
export interface Sent {
  readonly key: string;
  readonly bytes: number;
  /** Of just these bytes. */
  readonly etag: string | undefined;
  /** What it is called by who sent it. */
  readonly name: string;
}

export const notSent = (): ApiError => new ApiError(404, 'NotFoundError', 'Nothing was sent under that key');

/**
 * Asks the bucket about what is or was sent to it.
 *
 * @throws ApiError 404 where that is not there any more, 503 where the bucket does not answer; and what the work throws so
 */
export const inBucket = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isAbsent(error)) throw notSent();
    console.error('the bucket could not be asked:', error);
    throw unavailable('The bucket cannot be asked at the moment');
  }
};

/** A header is ASCII, and S3 takes two thousand bytes of them. */
export const namedIn = (name: string): string => Buffer.from(name).toString('base64url');

/** @returns where the form is to be sent, and the fields that stand in it before `file` */
export const presignPost = async (
  settings: S3Settings,
  key: string,
  { name, bytes }: Announced,
): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }> => {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  return createPresignedPost(await s3Client(settings), {
    Bucket: settings.bucket,
    Key: settings.prefix + key,
    Fields: { ...unknown, 'x-amz-meta-name': namedIn(name) },
    Conditions: [['content-length-range', bytes, bytes]],
    Expires: validSeconds,
  });
};

/** What was sent under a key. Throws as the SDK where nothing was. */
export const headOf = async (settings: S3Settings, key: string): Promise<Sent> => {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings);
  const head = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: settings.prefix + key }));
  const name = Buffer.from(head.Metadata?.name ?? '', 'base64url').toString();
  return { key, bytes: head.ContentLength ?? 0, etag: head.ETag, name };
};

/**
 * Copies what was sent within the bucket, 5 GB at the most; what was said of it before is not taken along.
 *
 * @throws Error where something else was sent under its key since it was looked at
 */
export const copySent = async (settings: S3Settings, { key, etag }: Sent, to: string, mime: string): Promise<void> => {
  const { CopyObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = settings;
  const client = await s3Client(settings);
  await client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      CopySource: `${bucket}/${prefix}${key}`,
      CopySourceIfMatch: etag,
      Key: prefix + to,
      MetadataDirective: 'REPLACE',
      ...headersOf(mime),
    }),
  );
};

/** What an event of a bucket says was stored: S3 writes keys as in a query. */
interface Told {
  readonly bucket: { readonly name: string };
  readonly object: { readonly key: string };
}

/** The key that an event tells of; undefined: it is none of ours. */
export const toldKey = ({ bucket, prefix }: S3Settings, told: Told): string | undefined => {
  const key = decodeURIComponent(told.object.key.replaceAll('+', ' '));
  return told.bucket.name === bucket && key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
};
