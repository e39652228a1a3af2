// Prepares the storage of a file: its type, its formats, and its record.
import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, checkConnected, invalid, unavailable } from '../../errors.ts';
import type { Settings } from '../../platform/config/index.ts';
import { errorDetails, writeLog } from '../../platform/log.ts';
import type { FormFile } from './readForm.ts';
import { cleanFileName, endingOf, isReservedKey, newFileHash } from './fileNames.ts';
import { planPicture, processPicture, type PicturePlan } from '../image/picture.ts';
import type { PictureWork } from '../image/pictureTurns.ts';
import { detectFileType, type FileType } from '../image/detectType.ts';
import { formatHash, fileKey, buildRecord, type FileInfo, type FileRecord, type RecordInput } from './fileRecord.ts';
import type { ContentInfo, Store } from '../store/store.ts';
import { storeOf } from '../store/storeOf.ts';
import { checkFormWork } from '../image/measurePicture.ts';

interface FileToStore {
  readonly key: string;
  /** Stores it under its key. */
  readonly put: () => Promise<void>;
}

export interface PreparedFile {
  readonly record: FileRecord & FileInfo;
  /** How many the file itself has, without its formats. */
  readonly bytes: number;
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
  const whole = { mime: type.mime, bytes: stored.bytes };
  return { record, bytes: stored.bytes, parts: [part(fileKey(record), stored.path, whole), ...formats] };
};

/** Keeps all of a title, which may contain a dot that does not begin an ending. */
export const newTitleHash = (title: string): string => {
  const hash = newFileHash(endingOf(title) === '' ? `${title}.` : title);
  return isReservedKey(hash) ? `file_${hash}` : hash;
};

/** A file with its type and, if it is a picture, what is made of it. */
interface PlannedFile {
  readonly file: FormFile;
  readonly type: FileType;
  readonly plan: PicturePlan | undefined;
  readonly work: PictureWork;
}

const planFile = async (settings: Settings['upload'], file: FormFile, work: PictureWork): Promise<PlannedFile> => {
  if (file.bytes === 0) throw invalid('Files are empty');
  checkConnected(work.signal);
  await mkdir(work.folder, { recursive: true });
  const type = await detectFileType(file.path, file.name);
  return { file, type, plan: await planPicture(file.path, type, settings.formats, work), work };
};

/**
 * Prepares the storage of files, in their order. Reads the headers of all pictures before it decodes one.
 *
 * @param infos in the order of the files
 * @throws ApiError 400 for an empty file, an invalid picture, or pictures that would take too long; 499 and 503 as `takePlace`
 */
export const prepareFiles = async (
  settings: Settings['upload'],
  files: readonly FormFile[],
  infos: readonly FileInfo[],
  work: PictureWork,
): Promise<readonly PreparedFile[]> => {
  const planned: PlannedFile[] = [];
  for (const [index, file] of files.entries())
    planned.push(await planFile(settings, file, { ...work, folder: join(work.folder, `of-${index}`) }));
  checkFormWork(planned.map(({ plan }) => plan?.workMs ?? 0));
  const prepared: PreparedFile[] = [];
  for (const [index, { file, type, plan, work: ofFile }] of planned.entries()) {
    const { path, bytes } = file;
    const info = infos[index] ?? {};
    const name = info.name ?? cleanFileName(file.name);
    const picture = plan === undefined ? undefined : await processPicture(plan, settings.formats, ofFile);
    const stored = prepareStorage(settings, { name, hash: newTitleHash(name), type, picture, path, bytes });
    prepared.push({ ...stored, record: { ...stored.record, ...info, name } });
  }
  return prepared;
};

/** `prepareFiles` for one file. */
export const prepareFile = async (
  settings: Settings['upload'],
  file: FormFile,
  info: FileInfo,
  work: PictureWork,
): Promise<PreparedFile> => {
  const [prepared] = await prepareFiles(settings, [file], [info], work);
  if (prepared === undefined) throw new Error('a file was not prepared');
  return prepared;
};

/** Deletes files. If that fails, the daily sweep deletes them later. */
export const discardFiles = async (store: Pick<Store, 'delete'>, keys: readonly string[]): Promise<void> => {
  await store.delete(keys).catch((error: unknown) => {
    writeLog('error', { message: 'files cannot be deleted', error: errorDetails(error) });
  });
};

/** Whether nothing was written for certain. If the database did not answer, it may have written. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500;

/** @throws ApiError 503 if a file cannot be stored; 499 if the client disconnects before all of them are */
const putAll = async (parts: readonly FileToStore[], signal: AbortSignal | undefined): Promise<void> => {
  for (const { put } of parts) {
    checkConnected(signal);
    try {
      await put();
    } catch (error) {
      throw unavailable('The file cannot be stored at the moment', undefined, error);
    }
  }
  checkConnected(signal);
};

/**
 * Stores files, then runs the write of their records. If the write is rejected, it deletes the files.
 *
 * @param signal see `PictureWork`
 * @throws ApiError 503 if the files cannot be stored, 499 if the client disconnects before the write: nothing is written then; and
 *   what the write throws
 */
export const storeThenWrite = async <T>(
  store: Store,
  files: readonly PreparedFile[],
  signal: AbortSignal | undefined,
  write: () => Promise<T>,
): Promise<T> => {
  const parts = files.flatMap((file) => file.parts);
  const keys = parts.map(({ key }) => key);
  try {
    await putAll(parts, signal);
  } catch (error) {
    await discardFiles(store, keys);
    throw error;
  }
  try {
    return await write();
  } catch (error) {
    if (isRefusal(error)) await discardFiles(store, keys);
    throw error;
  }
};
