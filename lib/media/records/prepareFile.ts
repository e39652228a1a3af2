// Prepares the storage of a file: its type, its formats, and its record.
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { ApiError, invalid, unavailable } from '../../errors.ts';
import type { Settings } from '../../platform/config/index.ts';
import type { FormFile } from './readForm.ts';
import { cleanFileName, endingOf, isReservedKey, newFileHash } from './fileNames.ts';
import { processPicture } from '../image/picture.ts';
import { formatHash, fileKey, buildRecord, type FileInfo, type FileRecord, type RecordInput } from './fileRecord.ts';
import type { ContentInfo, Store } from '../store/store.ts';
import { storeOf } from '../store/storeOf.ts';
import { detectFileType } from '../image/detectType.ts';

interface FileToStore {
  readonly key: string;
  /** Stores it under its key. */
  readonly put: () => Promise<void>;
}

export interface PreparedFile {
  readonly record: FileRecord & FileInfo;
  /** The files to store: the file itself, and its formats. */
  readonly parts: readonly FileToStore[];
}

/** A local file for which a record is made. */
interface LocalFile extends Pick<RecordInput, 'name' | 'hash' | 'type' | 'picture'> {
  readonly path: string;
  readonly bytes: number;
}

/** Makes the record of a file, and lists the files to store: the file, or its processed copy, and its formats. */
export const prepareStorage = (settings: Settings['upload'], { path, bytes, ...found }: LocalFile): PreparedFile => {
  const { hash, type, picture } = found;
  const store = storeOf(settings);
  const part = (key: string, from: string, content: ContentInfo): FileToStore => ({
    key,
    put: () => store.put(key, createReadStream(from), content),
  });
  const stored = picture ?? { path, bytes };
  const record = buildRecord({ ...found, bytes: stored.bytes, provider: store.provider, url: store.url });
  const formats = (picture?.formats ?? []).map((made) =>
    part(fileKey({ hash: formatHash(made.name, hash), ext: made.ext }), made.path, made),
  );
  return { record, parts: [part(fileKey(record), stored.path, { mime: type.mime, bytes: stored.bytes }), ...formats] };
};

/** Keeps all of a title, which may contain a dot that does not begin an ending. */
export const newTitleHash = (title: string): string => {
  const hash = newFileHash(endingOf(title) === '' ? `${title}.` : title);
  return isReservedKey(hash) ? `file_${hash}` : hash;
};

/**
 * @param folder for the new files
 * @throws ApiError 400 for an empty file or an invalid picture
 */
export const prepareFile = async (
  settings: Settings['upload'],
  { name: fileName, path, bytes }: FormFile,
  info: FileInfo,
  folder: string,
): Promise<PreparedFile> => {
  if (bytes === 0) throw invalid('Files are empty');
  await mkdir(folder, { recursive: true });
  const name = info.name ?? cleanFileName(fileName);
  const type = await detectFileType(path, fileName);
  const picture = await processPicture(path, type, folder, settings.formats);
  const { record, parts } = prepareStorage(settings, { name, hash: newTitleHash(name), type, picture, path, bytes });
  return { record: { ...record, ...info, name }, parts };
};

/** Deletes files. If that fails, the daily sweep deletes them later. */
export const discardFiles = async (store: Pick<Store, 'delete'>, keys: readonly string[]): Promise<void> => {
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
export const storeThenWrite = async <T>(
  store: Store,
  files: readonly PreparedFile[],
  write: () => Promise<T>,
): Promise<T> => {
  const keys = files.flatMap(({ parts }) => parts.map(({ key }) => key));
  try {
    for (const { put } of files.flatMap(({ parts }) => parts)) await put();
  } catch (error) {
    await discardFiles(store, keys);
    console.error('a file could not be stored:', error);
    throw unavailable('The file cannot be stored at the moment');
  }
  try {
    return await write();
  } catch (error) {
    if (isRefusal(error)) await discardFiles(store, keys);
    throw error;
  }
};
