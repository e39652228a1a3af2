// Changes of files and folders of the media library, and where files are used.
import type { Status } from '../schema/types.ts';
import { get, request } from './client.ts';
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

/** One place of a document that uses a file. */
export interface FileUse {
  readonly uid: string;
  readonly documentId: string;
  readonly locale: string | null;
  /** `sections.2.picture` */
  readonly path: string;
  readonly versions: readonly ('draft' | 'published')[];
  readonly label: string | null;
  /** Null for a type without drafts. */
  readonly status: Status | null;
}

interface FileUsage {
  readonly data: readonly FileUse[];
  readonly meta: {
    readonly total: number;
    /** How many other documents use the file, which the user may not see. Null: the user may not know. */
    readonly hidden: number | null;
    readonly complete: boolean;
  };
}

/** The documents that use a file. */
export const readUsage = (documentId: string, signal: AbortSignal): Promise<FileUsage> =>
  get<FileUsage>(`/api/upload/files/${documentId}/usage`, { signal });

/** The most files that one request moves. */
const moveLimit = 1000;

/** @param folder null: to the top */
export const moveFiles = async (files: readonly string[], folder: string | null): Promise<void> => {
  for (let at = 0; at < files.length; at += moveLimit)
    await request('/api/upload/files/move', {
      method: 'POST',
      body: { data: { files: files.slice(at, at + moveLimit), folder } },
    });
};

export const deleteFile = async (documentId: string): Promise<void> => {
  await request(`/api/upload/files/${documentId}`, { method: 'DELETE' });
};
