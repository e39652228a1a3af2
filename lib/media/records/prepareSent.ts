// A file that was sent to the bucket, on its way to its own key there. What need not be decoded does not leave the bucket.
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

/** Puts what is stored under a key into a folder, and returns where. */
export const fetched = async (store: Store, key: string, folder: string): Promise<string> => {
  const path = join(folder, 'stored');
  await pipeline(await store.read(key), createWriteStream(path));
  return path;
};

/**
 * A picture is decoded at once where a request has the time. What is larger is measured by its beginning and kept under a
 * key of its own, until its formats are made: its address must not show what its camera noted.
 *
 * @param folder for the time of the request
 * @throws ApiError 400 for a picture that is none, 404 when it is not there any more, 503 when the bucket does not answer
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
  if (encoding !== undefined && sent.bytes <= service.formatsInRequest) {
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
