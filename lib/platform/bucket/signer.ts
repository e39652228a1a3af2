// Signs the addresses of files in a private bucket, so that anyone with an address can read the file for some time.
import aws4 from 'aws4';
import type { S3Client } from '@aws-sdk/client-s3';
import type { Settings } from '../config/index.ts';
import { unavailable } from '../../errors.ts';
import { bucketBaseUrl, type S3Settings } from './bucketBaseUrl.ts';

interface AwsIdentity {
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  };
}

const identityFromEnvironment = ({ region }: S3Settings, env: NodeJS.ProcessEnv): AwsIdentity | undefined => {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  const { AWS_SESSION_TOKEN: sessionToken, AWS_REGION: environmentRegion = '' } = env;
  const usedRegion = region === '' ? environmentRegion : region;
  if ([accessKeyId, secretAccessKey, usedRegion].includes('')) return undefined;
  return { region: usedRegion, credentials: { accessKeyId, secretAccessKey, sessionToken } };
};

/**
 * On Lambda the environment has both, so the SDK is never loaded. The SDK caches credentials until they expire.
 *
 * @returns a function to call before each use; it throws Error if there are no credentials or no region
 */
const identityProvider = (settings: S3Settings, env: NodeJS.ProcessEnv): (() => Promise<AwsIdentity>) => {
  let clientPromise: Promise<S3Client> | undefined;
  const client = (): Promise<S3Client> =>
    (clientPromise ??= import('@aws-sdk/client-s3').then(
      ({ S3Client: Client }) => new Client(settings.region === '' ? {} : { region: settings.region }),
    ));
  return async () => {
    const known = identityFromEnvironment(settings, env);
    if (known !== undefined) return known;
    const { config } = await client();
    const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
    return { region, credentials };
  };
};

/** Signs an address in the bucket; returns undefined for other addresses. */
export type SignUrl = (url: string) => string | undefined;

/** Returns a function that signs with the current time. Throws ApiError 503 if there are no credentials. */
export type Signer = () => Promise<SignUrl>;

/** The signing time, such as `20260501T093000Z`, rounded down to half of the validity, so that addresses stay the same for that long. */
const signingDate = (now: Date, seconds: number): string => {
  const halfMs = Math.max(1, Math.floor(seconds / 2)) * 1000;
  const begin = new Date(Math.floor(now.getTime() / halfMs) * halfMs);
  return begin.toISOString().replace(/[-:]|\.\d+/g, '');
};

/** Amazon's description: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
const urlSigner = (settings: S3Settings, { region, credentials }: AwsIdentity, now: Date): SignUrl => {
  const base = `${bucketBaseUrl(settings)}/`;
  // A signature is valid in one region, so the host must be of the same region.
  const { origin, host, pathname } = new URL(`${bucketBaseUrl({ ...settings, region })}/`);
  const query = new URLSearchParams({
    'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD',
    'X-Amz-Date': signingDate(now, settings.signedSeconds),
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
 * @param env the first place to look for credentials, and for the region if the settings have none
 * @returns undefined if answers have the stored addresses
 */
export const signerOf = (
  { provider, s3 }: Settings['upload'],
  env: NodeJS.ProcessEnv,
  now: () => Date,
): Signer | undefined => {
  if (provider !== 's3' || s3.signedSeconds === 0) return undefined;
  const identity = identityProvider(s3, env);
  return async () => {
    try {
      return urlSigner(s3, await identity(), now());
    } catch (error) {
      throw unavailable('The addresses of files cannot be signed at the moment', undefined, error);
    }
  };
};
