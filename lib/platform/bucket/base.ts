// Where sites find what is in a bucket.
import type { Settings } from '../config/index.ts';

export type S3Settings = Settings['upload']['s3'];

const withoutEndSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');

/** What the addresses of all its files begin with, without a `/` at its end. */
export const bucketBase = ({ url, endpoint, bucket, region }: S3Settings): string => {
  if (url !== '') return withoutEndSlashes(url);
  if (endpoint !== '') return `${withoutEndSlashes(endpoint)}/${bucket}`;
  return `https://${bucket}.s3.${region === '' ? '' : `${region}.`}amazonaws.com`;
};
