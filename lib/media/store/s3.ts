// Stores files in an S3 bucket, or in one with the same API. Lambda's runtime contains the SDK, which is loaded when
// it is needed.
import type { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { bucketBaseUrl, type S3Settings } from '../../platform/bucket/index.ts';
import { sdkLogger } from '../../platform/sdkLogger.ts';
import { cacheControl, contentTypeOf, dispositionOf, type Store, type StoredFile, type StoreTrash } from './store.ts';

const sdk = () => import('@aws-sdk/client-s3');

type ClientSettings = Pick<S3ClientConfig, 'requestChecksumCalculation'>;

/** A request whose connection carries no byte for this long has failed. S3 sends some while it copies; others may not. */
const maxSilenceMs = 120_000;

/** One client for each configuration, because it keeps connections open. */
const cachedClients = (clientSettings: ClientSettings) => {
  const clients = new WeakMap<S3Settings, Promise<S3Client>>();
  return (settings: S3Settings): Promise<S3Client> => {
    const made =
      clients.get(settings) ??
      sdk().then(
        ({ S3Client: Client }) =>
          new Client({
            ...{ ...clientSettings, logger: sdkLogger },
            requestHandler: { connectionTimeout: 5_000, socketTimeout: maxSilenceMs },
            ...(settings.region === '' ? {} : { region: settings.region }),
            // Other providers have one host for all buckets.
            ...(settings.endpoint === '' ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
          }),
      );
    clients.set(settings, made);
    return made;
  };
};

export const s3Client = cachedClients({});

/** A client that signs no checksum for requests that others send, because it does not know their content. */
export const signingClient = cachedClients({ requestChecksumCalculation: 'WHEN_REQUIRED' });

/** How many files one request deletes. */
const deleteBatchSize = 1000;

/** Whether S3 answered that the file or upload does not exist. */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && ['NotFound', 'NoSuchKey', 'NoSuchUpload', '404'].includes(error.name);

/** Lists the files directly below a prefix: other keys are not those of the store. */
async function* listObjects(settings: S3Settings, Prefix: string): AsyncGenerator<StoredFile> {
  const { paginateListObjectsV2 } = await sdk();
  const among = { Bucket: settings.bucket, Prefix, Delimiter: '/' };
  for await (const page of paginateListObjectsV2({ client: await s3Client(settings) }, among))
    for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
      yield { key: Key.slice(Prefix.length), bytes: Size, storedAt: LastModified };
}

/** The headers with which a file is served. */
export const servingHeaders = (mime: string) => ({
  ContentType: contentTypeOf(mime),
  ContentDisposition: dispositionOf(mime),
  CacheControl: cacheControl,
});

const findObject = async (settings: S3Settings, prefix: string, key: string): Promise<StoredFile | undefined> => {
  const { HeadObjectCommand } = await sdk();
  try {
    const at = { Bucket: settings.bucket, Key: prefix + key };
    const head = await (await s3Client(settings)).send(new HeadObjectCommand(at));
    return { key, bytes: head.ContentLength ?? 0, storedAt: head.LastModified ?? new Date() };
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
};

const deleteObjects = async (settings: S3Settings, prefix: string, keys: readonly string[]): Promise<void> => {
  const { DeleteObjectsCommand } = await sdk();
  const client = await s3Client(settings);
  for (let from = 0; from < keys.length; from += deleteBatchSize) {
    const Objects = keys.slice(from, from + deleteBatchSize).map((key) => ({ Key: prefix + key }));
    const Delete = { Objects, Quiet: true };
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket: settings.bucket, Delete }));
    const [error] = Errors;
    if (error !== undefined) throw new Error(`${error.Key ?? ''} cannot be deleted: ${error.Message ?? ''}`);
  }
};

/** The name of a file in a copy, which S3 decodes: the prefix of a site may have any characters. */
export const copySourceOf = (bucket: string, path: string): string =>
  encodeURIComponent(`${bucket}/${path}`).replaceAll('%2F', '/');

/** Copies a file within the bucket, with its headers. @returns whether there is one */
const copyObject = async (settings: S3Settings, from: string, to: string): Promise<boolean> => {
  const { CopyObjectCommand } = await sdk();
  const { bucket: Bucket } = settings;
  try {
    const copy = { Bucket, CopySource: copySourceOf(Bucket, from), Key: to };
    await (await s3Client(settings)).send(new CopyObjectCommand(copy));
    return true;
  } catch (error) {
    if (!isMissingObject(error)) throw error;
    return false;
  }
};

/** Copies files within the bucket, then deletes them where they were. */
const moveObjects = async (settings: S3Settings, from: string, to: string, keys: readonly string[]): Promise<void> => {
  const copied: string[] = [];
  for (const key of keys) {
    // The copy of an interrupted move: S3 stores objects completely or not at all.
    const isCopied = (await findObject(settings, to, key)) !== undefined;
    if (isCopied || (await copyObject(settings, from + key, to + key))) copied.push(key);
  }
  await deleteObjects(settings, from, copied);
};

/** Beside the prefix of the site, so that a bucket which is public below that prefix does not show deleted files. */
const s3Trash = (settings: S3Settings): StoreTrash => {
  const { prefix } = settings;
  const trash = `trash/${prefix}`;
  return {
    take: (keys) => moveObjects(settings, prefix, trash, keys),
    giveBack: (keys) => moveObjects(settings, trash, prefix, keys),
    delete: (keys) => deleteObjects(settings, trash, keys),
    list: () => listObjects(settings, trash),
  };
};

export const s3Store = (settings: S3Settings): Store => {
  const { bucket: Bucket, prefix } = settings;
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  return {
    provider: 's3',
    put: async (key, stream, { mime, bytes }) => {
      const { PutObjectCommand } = await sdk();
      const about = { ...servingHeaders(mime), ContentLength: bytes };
      try {
        await (await s3Client(settings)).send(new PutObjectCommand({ ...at(key), ...about, Body: stream }));
      } finally {
        // Closes the file if it was not read to its end.
        stream.destroy();
      }
    },
    copy: async (from, to) => {
      await copyObject(settings, prefix + from, prefix + to);
    },
    find: (key) => findObject(settings, prefix, key),
    read: async (key, range) => {
      const { GetObjectCommand } = await sdk();
      const part = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
      const { Body } = await (await s3Client(settings)).send(new GetObjectCommand({ ...at(key), ...part }));
      return Body as Readable; // always in Node
    },
    delete: (keys) => deleteObjects(settings, prefix, keys),
    list: () => listObjects(settings, prefix),
    trash: s3Trash(settings),
    url: (key) => `${bucketBaseUrl(settings)}/${prefix}${key}`,
  };
};
