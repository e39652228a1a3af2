// Finds the AWS credentials and region: in the environment, or else with the AWS SDK.
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './base.ts';

export interface Identity {
  readonly region: string;
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  };
}

const inEnvironment = ({ region }: S3Settings, env: NodeJS.ProcessEnv): Identity | undefined => {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  const { AWS_SESSION_TOKEN: sessionToken, AWS_REGION: itsRegion = '' } = env;
  const its = region === '' ? itsRegion : region;
  if ([accessKeyId, secretAccessKey, its].includes('')) return undefined;
  return { region: its, credentials: { accessKeyId, secretAccessKey, sessionToken } };
};

/**
 * On Lambda the environment has both, so the SDK is never loaded. The SDK caches credentials until they expire.
 *
 * @returns a function to call before each use; it throws Error if there are no credentials or no region
 */
export const identityOf = (settings: S3Settings, env: NodeJS.ProcessEnv): (() => Promise<Identity>) => {
  let made: Promise<S3Client> | undefined;
  const client = (): Promise<S3Client> =>
    (made ??= import('@aws-sdk/client-s3').then(
      ({ S3Client: Client }) => new Client(settings.region === '' ? {} : { region: settings.region }),
    ));
  return async () => {
    const known = inEnvironment(settings, env);
    if (known !== undefined) return known;
    const { config } = await client();
    const [region, credentials] = await Promise.all([config.region(), config.credentials()]);
    return { region, credentials };
  };
};
