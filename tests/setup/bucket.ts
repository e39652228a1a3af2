// Makes a bucket on a real S3 server for a test file, and an API that stores its files there.
import { CreateBucketCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll } from 'vitest';
import { defaultConfig, type Config } from '../../lib/platform/config/index.ts';
import type { S3Settings } from '../../lib/platform/bucket/index.ts';
import { s3Client, s3Store } from '../../lib/media/store/s3.ts';
import type { Reply } from './api.ts';
import { schemaOf } from './schema.ts';
import { startS3 } from './s3.ts';
import { createUploadApi } from './uploads.ts';

/** @returns undefined if there is no S3 server and none can be installed */
export const createBucketApi = async (upload: Partial<Config['upload']> = {}, trash: Config['trash'] = { days: 0 }) => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test', AWS_REGION: 'us-east-1' });
  const server = await startS3();
  if (server === undefined) {
    console.warn('not run: there is no S3 server, and none can be installed');
    return undefined;
  }
  const { endpoint } = server;
  const settings: S3Settings = { ...defaultConfig.upload.s3, bucket: 'files', prefix: 'site/uploads/', endpoint };
  const api = createUploadApi(schemaOf({}), { provider: 's3', s3: settings, ...upload }, [], trash);
  beforeAll(async () => {
    await (await s3Client(settings)).send(new CreateBucketCommand({ Bucket: settings.bucket }));
  });
  afterAll(server.stop);
  return {
    ...{ api, settings },
    keys: async (): Promise<readonly string[]> => {
      const allKeys: string[] = [];
      for await (const { key } of s3Store(settings).list()) allKeys.push(key);
      return allKeys.sort();
    },
    /** Reads the object that is stored under a key. */
    getObject: async (key: string) =>
      (await s3Client(settings)).send(new GetObjectCommand({ Bucket: 'files', Key: settings.prefix + key })),
    presign: (body: object): Promise<Reply> => api.request('POST', '/api/upload/presign', { body }),
    complete: (body: object, query = '', headers: Readonly<Record<string, string>> = {}): Promise<Reply> =>
      api.request('POST', `/api/upload/complete${query}`, { body, headers }),
  };
};

/** Sends a file as a browser does. @returns the status of the answer */
export const sendForm = async (
  { url, fields }: { url: string; fields: Record<string, string> },
  content: Uint8Array,
): Promise<number> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(content)]));
  return (await fetch(url, { method: 'POST', body: form })).status;
};
