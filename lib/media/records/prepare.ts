// A file on its way into the store: what it is, what is made of it, and the record that will tell of it.
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { ApiError, invalid, unavailable } from '../../errors.ts';
import type { Settings } from '../../platform/config/index.ts';
import type { FormFile } from './form.ts';
import { cleanName, endingOf, hashOf } from './names.ts';
import { pictureOf } from '../image/picture.ts';
import { formatHash, keyOf, recordOf, type FileInfo, type FileRecord, type Recorded } from './record.ts';
import type { Content, Store } from '../store/store.ts';
import { storeOf } from '../store/storeOf.ts';
import { typeOfFile } from '../image/type.ts';

interface Part {
  readonly key: string;
  /** Stores it under its key. */
  readonly put: () => Promise<void>;
}

export interface Prepared {
  readonly record: FileRecord & FileInfo;
  /** What is to be stored: the file, and its formats. */
  readonly parts: readonly Part[];
}

/** A file in a folder that its record is made of. */
interface Found extends Pick<Recorded, 'name' | 'hash' | 'type' | 'picture'> {
  readonly path: string;
  readonly bytes: number;
}

/** The record of a file, and what is to be stored: the file, or what was made of it in its place, and its formats. */
export const preparedOf = (settings: Settings['upload'], { path, bytes, ...found }: Found): Prepared => {
  const { hash, type, picture } = found;
  const store = storeOf(settings);
  const part = (key: string, from: string, content: Content): Part => ({
    key,
    put: () => store.put(key, createReadStream(from), content),
  });
  const stored = picture ?? { path, bytes };
  const record = recordOf({ ...found, bytes: stored.bytes, provider: store.provider, url: store.url });
  const formats = (picture?.formats ?? []).map((made) =>
    part(keyOf({ hash: formatHash(made.name, hash), ext: made.ext }), made.path, made),
  );
  return { record, parts: [part(keyOf(record), stored.path, { mime: type.mime, bytes: stored.bytes }), ...formats] };
};

/** A title need not end as a file does, and what does not stays whole. */
export const hashFor = (title: string): string => hashOf(endingOf(title) === '' ? `${title}.` : title);

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
  const { record, parts } = preparedOf(settings, { name, hash: hashFor(name), type, picture, path, bytes });
  return { record: { ...record, ...info, name }, parts };
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
    for (const { put } of files.flatMap(({ parts }) => parts)) await put();
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
