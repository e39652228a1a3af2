// What is sent to the bucket directly: one form, for one key, of that size; and what becomes of it there.
import { ApiError, unavailable } from '../errors.ts';
import { headersOf, isAbsent, s3Client, type S3Settings } from './s3.ts';

/** As long as it may take until it is sent. */
export const validSeconds = 3600;

/** What is said of a file before it is sent. */
export interface Announced {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

export const notSent = (): ApiError => new ApiError(404, 'NotFoundError', 'Nothing was sent under that key');

/**
 * Asks the bucket for what was sent to it.
 *
 * @throws ApiError 404 where that is not there any more, 503 where the bucket does not answer; and what the work throws so
 */
export const inBucket = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (isAbsent(error)) throw notSent();
    console.error('what was sent could not be looked at:', error);
    throw unavailable('What was sent cannot be looked at at the moment');
  }
};

/** A header: it is ASCII. */
export const namedIn = (name: string): string => encodeURIComponent(name);

/** @returns where the form is to be sent, and the fields that stand in it before `file` */
export const presignPost = async (
  settings: S3Settings,
  key: string,
  { name, mime, bytes }: Announced,
): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }> => {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  return createPresignedPost(await s3Client(settings), {
    Bucket: settings.bucket,
    Key: settings.prefix + key,
    Fields: { 'Content-Type': mime, 'x-amz-meta-name': namedIn(name) },
    Conditions: [['content-length-range', bytes, bytes]],
    Expires: validSeconds,
  });
};

/** What the file is called that was sent under a key that there is. */
export const sentName = async (settings: S3Settings, key: string): Promise<string> => {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const client = await s3Client(settings);
  const { Metadata } = await client.send(
    new HeadObjectCommand({ Bucket: settings.bucket, Key: settings.prefix + key }),
  );
  try {
    return decodeURIComponent(Metadata?.name ?? '');
  } catch {
    return '';
  }
};

/** Copies what was sent within the bucket, 5 GB at the most; what was said of it before is not taken along. */
export const copySent = async (settings: S3Settings, from: string, to: string, mime: string): Promise<void> => {
  const { CopyObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = settings;
  const client = await s3Client(settings);
  await client.send(
    new CopyObjectCommand({
      Bucket: bucket,
      CopySource: `${bucket}/${prefix}${from}`,
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
