// What browsers may send to the bucket themselves: one form, for one key, of that size.
import { s3Client, type S3Settings } from './s3.ts';

/** As long as it may take until it is sent. */
const validSeconds = 3600;

interface Sent {
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
}

/** @returns where the form is to be sent, and the fields that stand in it before `file` */
export const presignPost = async (
  settings: S3Settings,
  key: string,
  { name, mime, bytes }: Sent,
): Promise<{ readonly url: string; readonly fields: Readonly<Record<string, string>> }> => {
  const { createPresignedPost } = await import('@aws-sdk/s3-presigned-post');
  return createPresignedPost(await s3Client(settings), {
    Bucket: settings.bucket,
    Key: settings.prefix + key,
    // Metadata is ASCII.
    Fields: { 'Content-Type': mime, 'x-amz-meta-name': encodeURIComponent(name) },
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
