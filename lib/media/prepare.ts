// A file on its way into the store: what it is, what is made of it, and the record that will tell of it.
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { ApiError, invalid, unavailable } from '../errors.ts';
import type { Settings } from '../config/index.ts';
import type { FormFile } from './form.ts';
import { cleanName, endingOf, hashOf } from './names.ts';
import { pictureOf } from './picture.ts';
import { formatHash, keyOf, recordOf, type FileInfo, type FileRecord } from './record.ts';
import type { Store } from './store.ts';
import { storeOf } from './store-of.ts';
import { typeOfFile } from './type.ts';

interface Part {
  readonly key: string;
  readonly path: string;
  readonly mime: string;
  readonly bytes: number;
}

export interface Prepared {
  readonly record: FileRecord & FileInfo;
  /** What is to be stored: the file, and its formats. */
  readonly parts: readonly Part[];
}

/**
 * @param folder for what is made of the file
 * @throws ApiError 400 for an empty file, and for a picture that is none
 */
export const prepareFile = async (
  settings: Settings['upload'],
  { name: given, path, bytes }: FormFile,
  info: FileInfo,
  folder: string,
): Promise<Prepared> => {
  if (bytes === 0) throw invalid('Files are empty');
  await mkdir(folder, { recursive: true });
  const name = info.name ?? cleanName(given);
  const type = await typeOfFile(path, given);
  const picture = await pictureOf(path, type, folder, settings.formats);
  const stored = picture ?? { path, bytes };
  // A title need not end as a file does, and what does not stays whole.
  const hash = hashOf(endingOf(name) === '' ? `${name}.` : name);
  const { provider, url } = storeOf(settings);
  const record = recordOf({ name, hash, type, bytes: stored.bytes, picture, provider, url });
  const its = { key: keyOf(record), path: stored.path, mime: type.mime, bytes: stored.bytes };
  const formats = (picture?.formats ?? []).map((made) => ({
    key: keyOf({ hash: formatHash(made.name, hash), ext: made.ext }),
    ...{ path: made.path, mime: made.mime, bytes: made.bytes },
  }));
  return { record: { ...record, ...info, name }, parts: [its, ...formats] };
};

/** What cannot be deleted now is swept later. */
export const discard = async (store: Store, keys: readonly string[]): Promise<void> => {
  await store.delete(keys).catch((error: unknown) => {
    console.error('files could not be deleted:', error);
  });
};

/** Whether it is known that nothing was written: a database that does not answer may have done it. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/**
 * Stores files, then writes what tells of them; of what is refused nothing stays.
 *
 * @throws ApiError 503 when they cannot be stored, and nothing is written; and what the write throws
 */
export const storing = async <T>(store: Store, files: readonly Prepared[], write: () => Promise<T>): Promise<T> => {
  const keys = files.flatMap(({ parts }) => parts.map(({ key }) => key));
  try {
    for (const { key, path, mime, bytes } of files.flatMap(({ parts }) => parts))
      await store.put(key, createReadStream(path), { mime, bytes });
  } catch (error) {
    await discard(store, keys);
    console.error('a file could not be stored:', error);
    throw unavailable('The file cannot be stored at the moment');
  }
  try {
    return await write();
  } catch (error) {
    if (isRefusal(error)) await discard(store, keys);
    throw error;
  }
};
