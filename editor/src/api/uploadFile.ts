// Sends a file to the media library: in a form, or in parts directly to the bucket if it is too large for a form.
import { request } from './client.ts';
import { fetchWithProgress } from './fetchWithProgress.ts';
import type { FileInfo } from './media.ts';
import type { MediaFile } from './mediaQueries.ts';

export interface UploadOptions {
  readonly fileInfo?: FileInfo;
  /** `settings.upload.requestLimit`: the largest file, in bytes, that a form can have. */
  readonly requestLimit: number;
  /** Called with the part of the file that has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal?: AbortSignal;
}

type Presigned =
  | { readonly key: string; readonly url: string; readonly fields: Readonly<Record<string, string>> }
  | {
      readonly key: string;
      readonly partSize: number;
      readonly parts: readonly { readonly partNumber: number; readonly url: string }[];
    };

const attempts = 3;

/** Sends bytes to the bucket, again if the network fails. */
const send = async (url: string, init: RequestInit, onProgress: (sent: number) => void, attempt = 1): Promise<void> => {
  try {
    const answer = await fetchWithProgress(url, init, onProgress);
    if (!answer.ok) throw new Error(`The bucket answered ${answer.status}`);
  } catch (error) {
    if (init.signal?.aborted === true || attempt === attempts) throw error;
    await send(url, init, onProgress, attempt + 1);
  }
};

const uploadToBucket = async (file: File, { fileInfo, onProgress, signal }: UploadOptions): Promise<MediaFile> => {
  const common = signal === undefined ? {} : { signal };
  const description = {
    name: file.name,
    size: file.size,
    mime: file.type === '' ? 'application/octet-stream' : file.type,
  };
  const { body: target } = await request<Presigned>('/api/upload/presign', {
    method: 'POST',
    body: description,
    ...common,
  });
  const report = (sent: number): void => {
    onProgress(Math.min(sent / file.size, 1));
  };
  if ('parts' in target) {
    for (const { partNumber, url } of target.parts) {
      const start = (partNumber - 1) * target.partSize;
      const body = file.slice(start, start + target.partSize);
      await send(url, { method: 'PUT', body, ...common }, (sent) => {
        report(start + sent);
      });
    }
  } else {
    const body = new FormData();
    for (const [name, value] of Object.entries(target.fields)) body.append(name, value);
    body.append('file', file);
    await send(target.url, { method: 'POST', body, ...common }, report);
  }
  const completed = await request<MediaFile>('/api/upload/complete', {
    method: 'POST',
    body: { key: target.key, fileInfo: { name: file.name, ...fileInfo } },
    ...common,
  });
  return completed.body;
};

/** @throws ApiError for a file that the API refuses; Error if the bucket does */
export const uploadFile = async (file: File, options: UploadOptions): Promise<MediaFile> => {
  const { fileInfo, requestLimit, onProgress, signal } = options;
  if (file.size > requestLimit) return uploadToBucket(file, options);
  const body = new FormData();
  body.append('files', file);
  if (fileInfo !== undefined) body.append('fileInfo', JSON.stringify(fileInfo));
  const answer = await request<readonly MediaFile[]>('/api/upload', {
    method: 'POST',
    body,
    onProgress: (sent) => {
      onProgress(Math.min(sent / Math.max(file.size, 1), 1));
    },
    ...(signal === undefined ? {} : { signal }),
  });
  const [stored] = answer.body;
  if (stored === undefined) throw new Error('The answer has no file');
  return stored;
};
