// Sends a file directly to the bucket: in one form, or in parts. What was sent of an upload in parts is not sent again.
import { createStore, del, get, set } from 'idb-keyval';
import type { FileInfo } from '../../../lib/media/records/contract.ts';
import type { Answered } from './call.ts';
import { ApiError, request } from './client.ts';
import { fetchWithProgress } from './fetchWithProgress.ts';
import type { MediaFile } from './mediaQueries.ts';

const store = createStore('lectern-uploads', 'keys');

interface Kept {
  readonly key: string;
  /** Milliseconds. */
  readonly startedAt: number;
}

/** The API keeps the parts of an upload for a day. */
const lifetime = 24 * 60 * 60 * 1000;

/** A browser without storage, such as a private window, keeps nothing; such uploads begin again. */
const ignore = (): undefined => undefined;

/** Two files with the same name, size and time are the same. */
const idOf = ({ name, size, lastModified }: File): string => JSON.stringify([name, size, lastModified]);

/** @returns the key of the upload of this file that was not completed */
const findUploadKey = async (file: File): Promise<string | undefined> => {
  const kept = await get<Kept>(idOf(file), store).catch(ignore);
  return kept !== undefined && Date.now() - kept.startedAt < lifetime ? kept.key : undefined;
};

const keepUploadKey = (file: File, key: string): Promise<void> =>
  set(idOf(file), { key, startedAt: Date.now() } satisfies Kept, store).catch(ignore);

const forgetUploadKey = (file: File): Promise<void> => del(idOf(file), store).catch(ignore);

export interface UploadOptions {
  readonly fileInfo?: FileInfo;
  /** The id of the file that this one replaces. Its description, and the links to it, stay. */
  readonly replaces?: number | undefined;
  /** Whether it gets another address then. */
  readonly newUrl?: boolean;
  /** `settings.upload.requestLimit`: the largest file, in bytes, that a form can have. */
  readonly requestLimit: number;
  /** Called with the part of the file that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal;
}

type Target = Answered<'POST /api/upload/presign'>;

/** The parts that are missing. */
type PartsTarget = Extract<Target, { readonly parts: unknown }>;

const attempts = 3;

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Sends bytes to the bucket, again if the network fails. */
const send = async (url: string, init: RequestInit, onProgress: (sent: number) => void, attempt = 1): Promise<void> => {
  try {
    const answer = await fetchWithProgress(url, init, onProgress);
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status}`);
  } catch (error) {
    if (init.signal?.aborted === true || attempt === attempts) throw error;
    await wait(500 * attempt);
    await send(url, init, onProgress, attempt + 1);
  }
};

const presign = async (body: object, signal: AbortSignal | undefined): Promise<Target> =>
  (await request<Target>('/api/upload/presign', { method: 'POST', body, signal })).body;

const createUpload = async (file: File, signal: AbortSignal | undefined): Promise<Target> => {
  const mime = file.type === '' ? 'application/octet-stream' : file.type;
  const target = await presign({ name: file.name, size: file.size, mime }, signal);
  if ('parts' in target) await keepUploadKey(file, target.key);
  return target;
};

/** How many bytes a part has: all but the last one have the same number. */
const sizeOfPart = (size: number, partSize: number, partNumber: number): number =>
  Math.min(partSize, size - (partNumber - 1) * partSize);

const sendParts = async (
  file: File,
  { partSize, parts }: PartsTarget,
  init: RequestInit,
  report: (sent: number) => void,
): Promise<void> => {
  const missing = parts.reduce((bytes, { partNumber }) => bytes + sizeOfPart(file.size, partSize, partNumber), 0);
  let sent = file.size - missing;
  report(sent);
  for (const { partNumber, url } of parts) {
    const start = (partNumber - 1) * partSize;
    const body = file.slice(start, start + partSize);
    const before = sent;
    await send(url, { ...init, method: 'PUT', body }, (bytes) => report(before + bytes));
    sent += body.size;
  }
};

/** Makes the record. The same key gets the same answer again, so a request whose answer is lost makes no second file. */
const complete = async (file: File, key: string, options: UploadOptions, attempt = 1): Promise<MediaFile> => {
  const { fileInfo, replaces, newUrl, signal } = options;
  try {
    const { body } = await request<MediaFile>('/api/upload/complete', {
      method: 'POST',
      query: { id: replaces, newUrl },
      headers: { 'idempotency-key': key },
      body: { key, fileInfo: { name: file.name, ...fileInfo } },
      signal,
    });
    return body;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0 || attempt === attempts) throw error;
    await wait(500 * attempt);
    return complete(file, key, options, attempt + 1);
  }
};

/** 422: the key was completed before, with another description. */
const undefinedIfOver = (error: unknown): undefined => {
  if (error instanceof ApiError && (error.status === 404 || error.status === 422)) return undefined;
  throw error;
};

/** @throws ApiError for a file that the API refuses; Error if the bucket does */
export const uploadToBucket = async (file: File, options: UploadOptions): Promise<MediaFile> => {
  const { onProgress, signal } = options;
  const init = signal === undefined ? {} : { signal };
  const report = (sent: number): void => onProgress(Math.min(sent / file.size, 1));

  const kept = await findUploadKey(file);
  if (kept !== undefined) {
    const rest = await presign({ key: kept }, signal).catch(undefinedIfOver);
    if (rest !== undefined && 'parts' in rest) await sendParts(file, rest, init, report);
    // If all parts were joined before, only the record is missing.
    const completed = await complete(file, kept, options).catch(undefinedIfOver);
    await forgetUploadKey(file);
    if (completed !== undefined) return completed;
  }

  const target = await createUpload(file, signal);
  if ('parts' in target) await sendParts(file, target, init, report);
  else {
    const body = new FormData();
    for (const [name, value] of Object.entries(target.fields)) body.append(name, value);
    body.append('file', file);
    await send(target.url, { ...init, method: 'POST', body }, report);
  }
  const completed = await complete(file, target.key, options);
  if ('parts' in target) await forgetUploadKey(file);
  return completed;
};
