// Deletes files one after the other.
import { ApiError } from '../api/client.ts';
import { deleteFile } from '../api/mediaChanges.ts';

/**
 * @param onProgress called with the number of files that are deleted
 * @throws ApiError for the first file that cannot be deleted; those after it stay
 */
export const deleteAll = async (documentIds: readonly string[], onProgress: (done: number) => void): Promise<void> => {
  for (const [index, documentId] of documentIds.entries()) {
    await deleteFile(documentId).catch((error: unknown) => {
      // Somebody else deleted it.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
    onProgress(index + 1);
  }
};
