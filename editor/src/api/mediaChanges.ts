// Changes of files and folders of the media library, and where files are used.
import { call, type Answered, type Body } from './call.ts';
import type { MediaFolder } from './mediaQueries.ts';

/** @param parent null: at the top @throws ApiError 400 if the parent has a folder with this name */
export const createFolder = async (name: string, parent: string | null): Promise<MediaFolder> =>
  (await call('POST /api/upload/folders', { body: { data: { name, parent } } })).data;

/** Renames a folder, or moves it with everything in it. @throws ApiError 400 for a name that exists there, or a cycle */
export const updateFolder = async (
  documentId: string,
  data: Body<'PUT /api/upload/folders/{documentId}'>,
): Promise<MediaFolder> => (await call('PUT /api/upload/folders/{documentId}', { documentId, body: { data } })).data;

/** Deletes a folder; its files and folders move to its parent. @throws ApiError 400 if a name would be there twice */
export const deleteFolder = async (documentId: string): Promise<void> => {
  await call('DELETE /api/upload/folders/{documentId}', { documentId });
};

type FileUsage = Answered<'GET /api/upload/files/{id}/usage'>;

/** One place of a document that uses a file. */
export type FileUse = FileUsage['data'][number];

/** The documents that use a file. */
export const readUsage = (id: string): Promise<FileUsage> => call('GET /api/upload/files/{id}/usage', { id });

/** The most files that one request moves. */
const moveLimit = 1000;

/** @param folder null: to the top */
export const moveFiles = async (files: readonly string[], folder: string | null): Promise<void> => {
  for (let at = 0; at < files.length; at += moveLimit)
    await call('POST /api/upload/files/move', { body: { data: { files: files.slice(at, at + moveLimit), folder } } });
};

export const deleteFile = async (documentId: string): Promise<void> => {
  await call('DELETE /api/upload/files/{id}', { id: documentId });
};
