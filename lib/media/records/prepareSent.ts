// Prepares a directly uploaded file. Files that need no decoding are copied within the bucket.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Service } from '../../platform/service.ts';
import { pendingKey } from '../store/keys.ts';
import { encodingOf } from '../image/encoding.ts';
import { measuredBytes, measureHead } from '../image/measure.ts';
import { cleanName } from './names.ts';
import { hashFor, prepareFile, type Prepared } from './prepare.ts';
import { keyOf, recordOf, type FileInfo } from './record.ts';
import { copySent, inBucket, type Sent } from '../store/s3Direct.ts';
import { storedSource, type Source } from '../store/source.ts';
import { storeOf } from '../store/storeOf.ts';
import type { Store } from '../store/store.ts';
import { typeOf } from '../image/type.ts';

const sourceOf = (store: Store, sent: Sent): Source => {
  const { bytes, read } = storedSource(store, sent);
  return { bytes, read: (start, length) => inBucket(() => read(start, length)) };
};

/** Downloads a stored file into a folder, and returns its path. */
export const fetched = async (store: Store, key: string, folder: string): Promise<string> => {
  const path = join(folder, 'stored');
  await pipeline(await store.read(key), createWriteStream(path));
  return path;
};

/**
 * Prepares a directly uploaded file. A picture is decoded at once if it is small enough for a request. A larger one
 * is only measured, and stored without a URL until its formats are made, because it may contain camera metadata.
 *
 * @param folder a temporary folder of the request
 * @throws ApiError 400 for an invalid picture, 404 if the file no longer exists, 503 if the bucket does not answer
 */
export const prepareSent = async (
  service: Service,
  sent: Sent & { readonly documentId: string },
  info: FileInfo,
  folder: string,
): Promise<Prepared> => {
  const { upload } = service.config;
  const store = storeOf(upload);
  const source = sourceOf(store, sent);
  const type = await typeOf(source, sent.name);
  const encoding = encodingOf(type.mime);
  if (encoding !== undefined && sent.bytes <= service.maxFormatBytesInRequest) {
    const path = await inBucket(() => fetched(store, sent.key, folder));
    return prepareFile(upload, { name: sent.name, path, bytes: sent.bytes }, info, join(folder, 'of-0'));
  }
  const size = encoding === undefined ? {} : await measureHead(await source.read(0, measuredBytes), encoding);
  const name = info.name ?? cleanName(sent.name);
  const { provider, url } = store;
  const record = recordOf({
    ...{ name, hash: hashFor(name), type: { ...type, ...size }, bytes: sent.bytes, picture: undefined, provider, url },
    ...(encoding === undefined ? {} : { pending: { key: pendingKey(sent.documentId) } }),
  });
  const key = record.pending?.key ?? keyOf(record);
  return {
    record: { ...record, ...info, name },
    parts: [{ key, put: () => copySent(upload.s3, sent, key, type.mime) }],
  };
};
