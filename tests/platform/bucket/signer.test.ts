// Signed URLs of a private bucket, compared with those that the AWS SDK signs.
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl, S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { bucketBaseUrl, signerOf } from '../../../lib/platform/bucket/index.ts';
import { defaultConfig, type Config } from '../../../lib/platform/config/index.ts';

type S3Settings = Config['upload']['s3'];

const { upload } = defaultConfig;
const s3Of = (more: Partial<S3Settings>): S3Settings => ({
  ...upload.s3,
  ...{ bucket: 'files', signedSeconds: 900, ...more },
});
const key = { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret/of+letters=' };
const env = { ...key, AWS_REGION: 'eu-west-1' };
const withToken = { ...env, AWS_SESSION_TOKEN: 'session/with+signs==' };
const now = new Date('2026-05-01T09:37:41.500Z');
/** The start of the signing period that contains `now`; a period is half of 900 seconds. */
const begin = new Date('2026-05-01T09:37:30Z');

const signed = async (
  name: string,
  s3: S3Settings,
  environment: NodeJS.ProcessEnv = env,
  time = now,
): Promise<string | undefined> => {
  const sign = await signerOf({ ...upload, provider: 's3', s3 }, environment, () => time)?.();
  return sign?.(`${bucketBaseUrl(s3)}/${s3.prefix}${name}`);
};

/** The URL that the AWS SDK signs, without the parameters that the SDK adds for itself. */
const sdkUrl = async (
  name: string,
  { bucket, prefix, endpoint }: S3Settings,
  region: string,
  environment: typeof withToken,
) => {
  const client = new S3Client({
    region,
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID,
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      ...(environment.AWS_SESSION_TOKEN === '' ? {} : { sessionToken: environment.AWS_SESSION_TOKEN }),
    },
  });
  const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: prefix + name })));
  const request = {
    ...{ method: 'GET', headers: {}, protocol: url.protocol, hostname: url.hostname, path: url.pathname },
    ...(url.port === '' ? {} : { port: Number(url.port) }),
  };
  const { query = {} } = await new S3RequestPresigner({ ...client.config }).presign(request, {
    signingDate: begin,
    expiresIn: 900,
  });
  return { address: url.origin + url.pathname, query: { ...query } };
};

describe('a signed URL', () => {
  const places: readonly [name: string, s3: S3Settings, region: string][] = [
    ['a_0123456789.png', s3Of({}), 'eu-west-1'],
    ['thumbnail_A_b_0123456789.webp', s3Of({ prefix: 'site/my-uploads/' }), 'eu-west-1'],
    ['a_0123456789', s3Of({ region: 'us-east-1' }), 'us-east-1'],
    ['a_0123456789.png', s3Of({ endpoint: 'http://127.0.0.1:9000', prefix: 'x/' }), 'eu-west-1'],
    ['a_0123456789.png', s3Of({ endpoint: 'https://s3.example.org/', region: 'auto' }), 'auto'],
  ];
  it.each(places.flatMap((place) => [[...place, env] as const, [...place, withToken] as const]))(
    'is equal to that of the AWS SDK: %s %#',
    async (name, s3, region, environment) => {
      const url = new URL((await signed(name, s3, environment)) ?? '');
      const expected = await sdkUrl(name, s3, region, { ...environment, AWS_SESSION_TOKEN: '', ...environment });
      expect(url.origin + url.pathname).toBe(expected.address);
      expect(Object.fromEntries(url.searchParams)).toEqual(expected.query);
    },
  );

  it('stays the same for half of its lifetime, so it is valid for at least the other half', async () => {
    const at = (time: string) => signed('a.png', s3Of({}), env, new Date(time));
    const first = await at('2026-05-01T09:37:30Z');
    expect(await at('2026-05-01T09:44:59.999Z')).toBe(first);
    expect(await at('2026-05-01T09:45:00Z')).not.toBe(first);
    expect(first).toContain('X-Amz-Date=20260501T093730Z');
    expect(await signed('a.png', s3Of({ signedSeconds: 1 }), env)).toContain('X-Amz-Date=20260501T093741Z');
  });

  it('is only made for files in the bucket', async () => {
    const sign = await signerOf({ ...upload, provider: 's3', s3: s3Of({}) }, env, () => now)?.();
    expect(sign?.('https://files.s3.amazonaws.com/a.png')).toBeDefined();
    for (const url of [
      'https://files.s3.amazonaws.com.example.org/a.png',
      '/uploads/a.png',
      'https://cdn.example.org/a',
    ])
      expect(sign?.(url)).toBeUndefined();
  });

  it.each([{ provider: 'local' as const }, { s3: s3Of({ signedSeconds: 0 }) }])(
    'is not made without signing configured: %#',
    (more) => {
      expect(signerOf({ ...upload, provider: 's3', s3: s3Of({}), ...more }, env, () => now)).toBeUndefined();
    },
  );
});

describe('credentials that are not in the environment', () => {
  /** Removes all credentials except those that a container offers. */
  const withoutKeys = (uri: string): void => {
    for (const name of Object.keys(withToken)) vi.stubEnv(name, undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', uri);
  };
  const s3 = s3Of({ region: 'eu-west-1' });

  it('are requested from the container endpoint, and kept until they expire', async () => {
    let requestCount = 0;
    const server = createServer((_, response) => {
      requestCount += 1;
      response.setHeader('content-type', 'application/json');
      const Expiration = new Date(Date.now() + 3_600_000).toISOString();
      response.end(JSON.stringify({ AccessKeyId: 'AKCONTAINER', SecretAccessKey: 's', Token: 't', Expiration }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    withoutKeys(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const signer = signerOf({ ...upload, provider: 's3', s3 }, {}, () => now);
    for (let n = 0; n < 3; n++) {
      const url = new URL((await signer?.())?.(`${bucketBaseUrl(s3)}/a.png`) ?? '');
      expect(url.searchParams.get('X-Amz-Credential')).toBe('AKCONTAINER/20260501/eu-west-1/s3/aws4_request');
      expect(url.searchParams.get('X-Amz-Security-Token')).toBe('t');
    }
    expect(requestCount).toBe(1);
    server.close();
  });

  it('cause 503 if there are none anywhere, as does a missing region', async () => {
    withoutKeys('');
    const cause = { name: 'CredentialsProviderError' };
    await expect(signed('a.png', s3, {})).rejects.toMatchObject({ status: 503, cause });
    for (const [name, value] of Object.entries(key)) vi.stubEnv(name, value);
    await expect(signed('a.png', s3, {})).resolves.toContain('AKIDEXAMPLE');
    await expect(signed('a.png', s3Of({}), key)).rejects.toMatchObject({
      ...{ status: 503, cause: { message: 'Region is missing' } },
    });
  });
});
