// Prepares the storage of a file: its type, its formats, and its record.
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
  /** The files to store: the file itself, and its formats. */
  readonly parts: readonly Part[];
}

/** A local file for which a record is made. */
interface Found extends Pick<Recorded, 'name' | 'hash' | 'type' | 'picture'> {
  readonly path: string;
  readonly bytes: number;
}

/** Makes the record of a file, and lists the files to store: the file, or its processed copy, and its formats. */
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

/** Keeps all of a title, which may contain a dot that does not begin an ending. */
export const hashFor = (title: string): string => hashOf(endingOf(title) === '' ? `${title}.` : title);

/**
 * @param folder for the new files
 * @throws ApiError 400 for an empty file or an invalid picture
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

/** Deletes files. If that fails, the daily sweep deletes them later. */
export const discard = async (store: Store, keys: readonly string[]): Promise<void> => {
  await store.delete(keys).catch((error: unknown) => {
    console.error('files could not be deleted:', error);
  });
};

/** Whether nothing was written for certain. If the database did not answer, it may have written. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/**
 * Stores files, then runs the write of their records. If the write is rejected, it deletes the files.
 *
 * @throws ApiError 503 if the files cannot be stored, and nothing is written then; and what the write throws
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
