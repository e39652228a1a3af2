// The addresses of files in a private bucket: signed, so that whoever is given one may read the file for a while.
import aws4 from 'aws4';
import type { Settings } from '../config/index.ts';
import { unavailable } from '../../errors.ts';
import { bucketBase, type S3Settings } from './base.ts';
import { identityOf, type Identity } from './identity.ts';

/** An address of the bucket, signed; undefined for one of another place. */
export type Sign = (url: string) => string | undefined;

/** Signs as of now. Throws ApiError 503 where there are no credentials to do it with. */
export type Signer = () => Promise<Sign>;

/** `20260501T093000Z`: the beginning of the half of the time in which it is signed, so that addresses stay the same for as long. */
const dateOf = (now: Date, seconds: number): string => {
  const half = Math.max(1, Math.floor(seconds / 2)) * 1000;
  const begin = new Date(Math.floor(now.getTime() / half) * half);
  return begin.toISOString().replace(/[-:]|\.\d+/g, '');
};

/** As Amazon has it: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
export const signing = (settings: S3Settings, { region, credentials }: Identity, now: Date): Sign => {
  const base = `${bucketBase(settings)}/`;
  // A signature is of a region, and so is where it is asked for.
  const { origin, host, pathname } = new URL(`${bucketBase({ ...settings, region })}/`);
  const query = new URLSearchParams({
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Date': dateOf(now, settings.signedSeconds),
    'X-Amz-Expires': String(settings.signedSeconds),
  }).toString();
  const { sessionToken, ...key } = credentials;
  const signer = sessionToken === undefined ? key : { ...key, sessionToken };
  return (url) => {
    if (!url.startsWith(base)) return undefined;
    const path = `${pathname}${url.slice(base.length)}?${query}`;
    return origin + (aws4.sign({ service: 's3', region, host, path, signQuery: true }, signer).path ?? '');
  };
};

/**
 * @param env where credentials are looked for first, and the region where the settings say none
 * @returns undefined where addresses are answered as they are stored
 */
export const signerOf = (
  { provider, s3 }: Settings['upload'],
  env: NodeJS.ProcessEnv,
  now: () => Date,
): Signer | undefined => {
  if (provider !== 's3' || s3.signedSeconds === 0) return undefined;
  const identity = identityOf(s3, env);
  return async () => {
    try {
      return signing(s3, await identity(), now());
    } catch (error) {
      console.error('addresses cannot be signed:', error);
      throw unavailable('The addresses of files cannot be signed at the moment');
    }
  };
};
