// Finds the AWS credentials and region: in the environment, or else with the AWS SDK.
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './bucketBaseUrl.ts';

export interface AwsIdentity {
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
export const identityProvider = (settings: S3Settings, env: NodeJS.ProcessEnv): (() => Promise<AwsIdentity>) => {
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
