// Computes the public base URL of a bucket.
import type { Settings } from '../config/index.ts';

export type S3Settings = Settings['upload']['s3'];

const trimEndSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

/** The beginning of the URLs of all files in the bucket, without a `/` at the end. */
export const bucketBaseUrl = ({ url, endpoint, bucket, region }: S3Settings): string => {
  if (url !== '') return trimEndSlashes(url);
  if (endpoint !== '') return `${trimEndSlashes(endpoint)}/${bucket}`;
  return `https://${bucket}.s3.${region === '' ? '' : `${region}.`}amazonaws.com`;
};
