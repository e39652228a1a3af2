// Creates, renames, moves and deletes folders, and moves files between them. Each change is a transaction that locks
// the folders it depends on.
import { ApiError, invalidValues, refuseFaults } from '../../errors.ts';
import { collections, inTransaction, isDuplicateKey, type Transaction } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { countFilesIn, setFolder, findFilesAmong } from './filesInFolders.ts';
import { lockFolder, lockFolderTree } from './lockFolder.ts';
import { folderCollection, toFolder, type Folder } from './storedFolders.ts';
import type { Caller } from '../../platform/access/index.ts';
import { movableFiles } from '../records/files.ts';

interface NewFolder {
  readonly name: string;
  /** The documentId of the folder to create it in; null: at the top. */
  readonly parent: string | null;
}

interface FileMove {
  /** The documentIds of the files, each once. */
  readonly files: readonly string[];
  readonly folder: string | null;
}

const folderNotFound = (): ApiError => new ApiError(404, 'NotFoundError', 'folder.notFound');

const nameTaken = (name: unknown): ApiError =>
  invalidValues([{ path: ['name'], message: 'A folder with this name already exists there', value: name }]);

/** Runs a change, and converts the refusal of the unique index on parents and names. */
const withUniqueNames = async <T>(change: () => Promise<T>, refusal: () => ApiError): Promise<T> => {
  try {
    return await change();
  } catch (error) {
    throw isDuplicateKey(error) ? refusal() : error;
  }
};

/** @throws ApiError 400 if the parent does not exist, or has a folder with this name */
export const createFolder = async (service: Service, { name, parent }: NewFolder): Promise<Folder> => {
  const { database, sequences, newDocumentId, now } = service;
  const at = now();
  const id = await sequences.next(collections.folders);
  const folder = { _id: newDocumentId(), id, name, parent, createdAt: at, updatedAt: at };
  return withUniqueNames(
    () =>
      inTransaction(database, async (unit) => {
        if (parent !== null) await lockFolder(unit, parent, ['parent']);
        await folderCollection(unit).insertOne(folder, unit.options);
        return toFolder(folder, 0);
      }),
    () => nameTaken(name),
  );
};

/**
 * Locks the new parent of a folder, and the order of all folders.
 *
 * @throws ApiError 400 if the parent does not exist, is the folder itself or in it
 */
const checkNewParent = async (unit: Transaction, documentId: string, parent: string): Promise<void> => {
  await lockFolderTree(unit);
  await lockFolder(unit, parent, ['parent']);
  let outer: string | null | undefined = parent;
  while (typeof outer === 'string') {
    if (outer === documentId)
      throw invalidValues([
        {
          path: ['parent'],
          message: 'A folder cannot be moved into itself, or a folder that it contains',
          value: parent,
        },
      ]);
    outer = (await folderCollection(unit).findOne({ _id: outer }, unit.options))?.parent;
  }
};

/**
 * Renames a folder, or moves it with everything in it.
 *
 * @throws ApiError 404 if the folder does not exist; 400 if the parent does not exist, is the folder itself or in it, or has
 *   another folder with this name
 */
export const updateFolder = async (
  service: Service,
  documentId: string,
  change: Partial<NewFolder>,
): Promise<Folder> => {
  const { database, schema, now } = service;
  const { parent } = change;
  return withUniqueNames(
    () =>
      inTransaction(database, async (unit) => {
        if (typeof parent === 'string') await checkNewParent(unit, documentId, parent);
        const updated = await folderCollection(unit).findOneAndUpdate(
          { _id: documentId },
          { $set: { ...change, updatedAt: now() } },
          { ...unit.options, returnDocument: 'after' },
        );
        if (updated === null) throw folderNotFound();
        return toFolder(updated, await countFilesIn(unit, schema, documentId));
      }),
    () => nameTaken(change.name),
  );
};

/**
 * Deletes a folder. Its files and folders move to its parent.
 *
 * @throws ApiError 404 if the folder does not exist; 400 if the parent has a folder with the name of one that would move
 *   there. Nothing changes then
 */
export const deleteFolder = async (service: Service, documentId: string): Promise<void> => {
  const { database, schema, now } = service;
  await withUniqueNames(
    () =>
      inTransaction(database, async (unit) => {
        await lockFolderTree(unit);
        const folders = folderCollection(unit);
        const deleted = await folders.findOneAndDelete({ _id: documentId }, unit.options);
        if (deleted === null) throw folderNotFound();
        const { parent } = deleted;
        if (parent !== null) await lockFolder(unit, parent, ['parent']);
        await folders.updateMany({ parent: documentId }, { $set: { parent, updatedAt: now() } }, unit.options);
        await setFolder(unit, schema, { 'published.folder': documentId }, parent);
      }),
    () =>
      new ApiError(
        400,
        'ApplicationError',
        'A folder in this folder has the name of a folder beside it: rename or move one of them first',
      ),
  );
};

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
    refuseFaults(missing);
    return setFolder(unit, schema, { documentId: { $in: [...files] } }, folder);
  });
