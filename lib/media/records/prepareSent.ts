// Prepares a directly uploaded file. Files that need no decoding are copied within the bucket.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Service } from '../../platform/service.ts';
import { pendingKey, cleanFileName } from './fileNames.ts';
import { encodingOf } from '../image/encoding.ts';
import type { PictureWork } from '../image/pictureTurns.ts';
import { maxHeadBytes, measureHead } from '../image/measurePicture.ts';
import { newTitleHash, prepareFile, type PreparedFile } from './prepareFile.ts';
import { fileKey, buildRecord, type FileInfo } from './fileRecord.ts';
import { copySentFile, withBucketErrors, type SentFile } from '../store/s3Direct.ts';
import { storedSource, type Source } from '../store/source.ts';
import { storeOf } from '../store/storeOf.ts';
import type { Store } from '../store/store.ts';
import { detectType } from '../image/detectType.ts';

const sourceOf = (store: Store, sent: SentFile): Source => {
  const { bytes, read } = storedSource(store, sent);
  return { bytes, read: (start, length) => withBucketErrors(() => read(start, length)) };
};

/** Downloads a stored file into a folder, and returns its path. */
export const fetchToFolder = async (store: Store, key: string, folder: string): Promise<string> => {
  const path = join(folder, 'stored');
  await pipeline(await store.read(key), createWriteStream(path));
  return path;
};

/**
 * Prepares a directly uploaded file. A picture is decoded at once if it is small enough for a request. A larger one
 * is only measured, and stored without a URL until its formats are made, because it may contain camera metadata.
 *
 * @throws ApiError 400 and 499 as `prepareFile`, 404 if the file no longer exists, 503 if the bucket does not answer
 */
export const prepareSent = async (
  service: Service,
  sent: SentFile & { readonly documentId: string },
  info: FileInfo,
  work: PictureWork,
): Promise<PreparedFile> => {
  const { upload } = service.config;
  const store = storeOf(upload);
  const source = sourceOf(store, sent);
  const type = await detectType(source, sent.name);
  const encoding = encodingOf(type.mime);
  if (encoding !== undefined && sent.bytes <= service.maxFormatBytesInRequest) {
    const path = await withBucketErrors(() => fetchToFolder(store, sent.key, work.folder));
    return prepareFile(upload, { name: sent.name, path, bytes: sent.bytes }, info, work);
  }
  const size = encoding === undefined ? {} : await measureHead(await source.read(0, maxHeadBytes), encoding);
  const name = info.name ?? cleanFileName(sent.name);
  const { provider, url } = store;
  const record = buildRecord({
    ...{
      name,
      hash: newTitleHash(name),
      type: { ...type, ...size },
      bytes: sent.bytes,
      picture: undefined,
      provider,
      url,
    },
    ...(encoding === undefined ? {} : { pending: { key: pendingKey(sent.documentId) } }),
  });
  const key = record.pending?.key ?? fileKey(record);
  return {
    record: { ...record, ...info, name },
    bytes: sent.bytes,
    parts: [{ key, put: () => copySentFile(upload.s3, sent, key, type.mime) }],
  };
};
