// Moves many files to a folder.
import type { Caller } from '../../platform/access/index.ts';
import { inTransaction } from '../../platform/db/index.ts';
import { invalidValues } from '../../errors.ts';
import type { Service } from '../../platform/service.ts';
import { movableFiles } from '../records/files.ts';
import { findFilesAmong, setFolder } from './filesInFolders.ts';
import type { FileMove } from './folderBody.ts';
import { lockFolder } from './lockFolder.ts';

/**
 * Moves all of the files, or none.
 *
 * @returns how many of them were elsewhere
 * @throws ApiError 400 naming each file that does not exist or that the caller may not change, and the folder if it does not exist
 */
export const moveFiles = (
  { database, schema }: Service,
  caller: Caller,
  { files, folder }: FileMove,
): Promise<number> =>
  inTransaction(database, async (unit) => {
    if (folder !== null) await lockFolder(unit, folder, ['folder']);
    const movable = movableFiles(caller);
    const found = movable === undefined ? new Set() : await findFilesAmong(unit, schema, files, movable);
    const missing = files.flatMap((file, index) =>
      found.has(file)
        ? []
        : [{ path: ['files', String(index)], message: `There is no file with the documentId "${file}"`, value: file }],
    );
    if (missing.length > 0) throw invalidValues(missing);
    return setFolder(unit, schema, { documentId: { $in: [...files] } }, folder);
  });
