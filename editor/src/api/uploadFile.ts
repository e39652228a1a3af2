// Sends a file to the media library, as a new one or in the place of another: in a form, or directly to the bucket if it is
// too large for a form.
import { request } from './client.ts';
import type { MediaFile } from './mediaQueries.ts';
import { uploadToBucket, type UploadOptions } from './uploadToBucket.ts';

/** @throws ApiError for a file that the API refuses; Error if the bucket does */
export const uploadFile = async (file: File, options: UploadOptions): Promise<MediaFile> => {
  const { fileInfo, replaces, requestLimit, onProgress, signal } = options;
  if (file.size > requestLimit) return uploadToBucket(file, options);
  const body = new FormData();
  body.append('files', file);
  if (fileInfo !== undefined) body.append('fileInfo', JSON.stringify(fileInfo));
  const answer = await request<MediaFile | readonly MediaFile[]>('/api/upload', {
    method: 'POST',
    query: { id: replaces },
    body,
    onProgress: (sent) => {
      onProgress(Math.min(sent / Math.max(file.size, 1), 1));
    },
    ...(signal === undefined ? {} : { signal }),
  });
  const [stored] = [answer.body].flat();
  if (stored === undefined) throw new Error('The answer has no file');
  return stored;
};
