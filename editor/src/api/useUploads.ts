// The uploads of a screen: three at a time, each with its progress and its fault.
import { useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { useEditor } from './editor.ts';
import { mediaKey } from './media.ts';
import type { MediaFile } from './mediaQueries.ts';
import { type UploadOptions, uploadToBucket } from './uploadToBucket.ts';
import { request } from './client.ts';

/** @throws ApiError for a file that the API refuses; Error if the bucket does */
const uploadFile = async (file: File, options: UploadOptions): Promise<MediaFile> => {
  const { fileInfo, replaces, newUrl, requestLimit, onProgress, signal } = options;
  if (file.size > requestLimit) return uploadToBucket(file, options);
  const body = new FormData();
  body.append('files', file);
  if (fileInfo !== undefined) body.append('fileInfo', JSON.stringify(fileInfo));
  const answer = await request<MediaFile | readonly MediaFile[]>('/api/upload', {
    method: 'POST',
    query: { id: replaces, newUrl },
    body,
    onProgress: (sent) => onProgress(Math.min(sent / Math.max(file.size, 1), 1)),
    signal,
  });
  const [stored] = [answer.body].flat();
  if (stored === undefined) throw new Error('The answer has no file');
  return stored;
};

interface Upload {
  readonly key: number;
  readonly name: string;
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed. */
  readonly error: Error | undefined;
  /** The id of the file that it replaces; undefined: it is a new file. */
  readonly replaces: number | undefined;
}

/** A file that has to be read first. */
interface FileSource {
  readonly name: string;
  /** @returns a stored file if the media library has it already. Rejects if it cannot be read. */
  readonly load: (signal: AbortSignal) => Promise<File | MediaFile>;
}

type JobOptions = Pick<UploadOptions, 'fileInfo' | 'replaces' | 'newUrl'>;

interface Job {
  readonly key: number;
  readonly file: File | FileSource;
  readonly options: JobOptions;
  readonly abort: AbortController;
}

export interface Uploads {
  /** Those that are not stored yet: waiting, running and failed. */
  readonly uploads: readonly Upload[];
  /** @returns the keys of the uploads, one for each file */
  readonly start: (files: readonly (File | FileSource)[], options?: JobOptions) => readonly number[];
  readonly retry: (key: number) => void;
  /** Ends an upload, or takes a failed one off the list. */
  readonly cancel: (key: number) => void;
}

const concurrency = 3;

/** The file is larger than the API accepts; nothing was sent. */
export class FileTooLargeError extends Error {
  /** Bytes. */
  readonly limit: number;

  constructor(limit: number) {
    super(`The file has more than ${limit} bytes`);
    this.limit = limit;
  }
}

interface Listeners {
  /** Called with each file that is stored, in the order in which they are finished. */
  readonly onStored: (file: MediaFile, replaces: number | undefined, key: number) => void;
  /** Called for each source that cannot be read; such an upload leaves the list. */
  readonly onUnreadable?: (key: number) => void;
}

export const useUploads = (listeners: Listeners): Uploads => {
  const { requestLimit, sizeLimit } = useEditor().settings.upload;
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const jobs = useRef(new Map<number, Job>());
  const [limit] = useState(() => pLimit(concurrency));
  const next = useRef(1);
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });

  const patch = (key: number, change: Partial<Upload>): void =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));
  const drop = (key: number): void => {
    jobs.current.delete(key);
    setUploads((now) => now.filter((upload) => upload.key !== key));
  };

  const read = async ({ key, file, abort }: Job): Promise<File | MediaFile | undefined> => {
    if (file instanceof File) return abort.signal.aborted ? undefined : file;
    try {
      const loaded = await file.load(abort.signal);
      return abort.signal.aborted ? undefined : loaded;
    } catch {
      drop(key);
      if (!abort.signal.aborted) latest.current.onUnreadable?.(key);
      return undefined;
    }
  };

  const run = async (job: Job): Promise<void> => {
    const { key, options, abort } = job;
    const file = await read(job);
    if (file === undefined) return;
    if (!(file instanceof File)) {
      drop(key);
      latest.current.onStored(file, options.replaces, key);
      return;
    }
    try {
      if (file.size > sizeLimit) throw new FileTooLargeError(sizeLimit);
      const onProgress = (progress: number): void => patch(key, { progress });
      const done = await uploadFile(file, { ...options, requestLimit, onProgress, signal: abort.signal });
      drop(key);
      latest.current.onStored(done, options.replaces, key);
      void client.invalidateQueries({ queryKey: mediaKey });
    } catch (error) {
      if (!abort.signal.aborted) patch(key, { error: error instanceof Error ? error : new Error(String(error)) });
    }
  };

  const enqueue = (job: Job): void => {
    jobs.current.set(job.key, job);
    void limit(() => run(job));
  };

  return {
    uploads,
    start: (files, options = {}) =>
      files.map((file) => {
        const key = next.current++;
        setUploads((now) => [
          ...now,
          { key, name: file.name, progress: 0, error: undefined, replaces: options.replaces },
        ]);
        enqueue({ key, file, options, abort: new AbortController() });
        return key;
      }),
    retry: (key) => {
      const job = jobs.current.get(key);
      if (job === undefined) return;
      patch(key, { progress: 0, error: undefined });
      enqueue(job);
    },
    cancel: (key) => {
      jobs.current.get(key)?.abort.abort();
      drop(key);
    },
  };
};
