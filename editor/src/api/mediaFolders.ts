// Changes of the folders of the media library.
import { request } from './client.ts';
import type { MediaFolder } from './mediaQueries.ts';

interface FolderAnswer {
  readonly data: MediaFolder;
}

/** @param parent null: at the top @throws ApiError 400 if the parent has a folder with this name */
export const createFolder = async (name: string, parent: string | null): Promise<MediaFolder> =>
  (await request<FolderAnswer>('/api/upload/folders', { method: 'POST', body: { data: { name, parent } } })).body.data;

/** Renames a folder, or moves it with everything in it. @throws ApiError 400 for a name that exists there, or a cycle */
export const updateFolder = async (
  documentId: string,
  data: { readonly name?: string; readonly parent?: string | null },
): Promise<MediaFolder> =>
  (await request<FolderAnswer>(`/api/upload/folders/${documentId}`, { method: 'PUT', body: { data } })).body.data;

/** Deletes a folder; its files and folders move to its parent. @throws ApiError 400 if a name would be there twice */
export const deleteFolder = async (documentId: string): Promise<void> => {
  await request(`/api/upload/folders/${documentId}`, { method: 'DELETE' });
};
