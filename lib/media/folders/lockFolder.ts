// Locks folders within transactions, so that no other transaction deletes or moves them meanwhile.
import { invalidValues } from '../../errors.ts';
import { collections, type Transaction } from '../../platform/db/index.ts';
import { asTransaction, type PreparedWrite } from '../../write/documents/index.ts';
import type { FileInfo } from '../records/fileRecord.ts';
import { folderCollection, type StoredFolder } from './storedFolders.ts';

/**
 * Locks a folder until the transaction ends. Transactions do not conflict because of what they only read, so this writes.
 *
 * @param path the path of its documentId in the body
 * @throws ApiError 400 if there is no such folder
 */
export const lockFolder = async (
  unit: Transaction,
  documentId: string,
  path: readonly string[],
): Promise<StoredFolder> => {
  const found = await folderCollection(unit).findOneAndUpdate(
    { _id: documentId },
    { $inc: { locks: 1 } },
    unit.options,
  );
  if (found !== null) return found;
  throw invalidValues([{ path, message: `There is no folder with the documentId "${documentId}"`, value: documentId }]);
};

/**
 * Locks the order of folders: of two concurrent moves, or deletions, one runs after the other. Otherwise two moves could
 * together make a cycle, or hinder each other for ever. The sequence of the ids exists since the first folder was created.
 */
export const lockFolderTree = async ({ db, options }: Transaction): Promise<void> => {
  await db
    .collection<{ readonly _id: string; readonly locks?: number }>(collections.sequences)
    .updateOne({ _id: collections.folders }, { $inc: { locks: 1 } }, options);
};

/**
 * The same write of files, which locks the folders that their infos name.
 *
 * @returns a write whose attempt throws ApiError 400 if a folder does not exist
 */
export const withLockedFolders = <T>(write: PreparedWrite<T>, infos: readonly FileInfo[]): PreparedWrite<T> => {
  const named = infos.flatMap(({ folder }, index) =>
    typeof folder === 'string' ? [{ folder, path: infos.length === 1 ? [] : [String(index)] }] : [],
  );
  if (named.length === 0) return write;
  return asTransaction({
    ...write,
    attempt: async (unit) => {
      for (const { folder, path } of new Map(named.map((one) => [one.folder, one])).values())
        await lockFolder(unit, folder, ['fileInfo', ...path, 'folder']);
      return write.attempt(unit);
    },
  });
};
