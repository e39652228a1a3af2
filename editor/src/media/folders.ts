// The tree of folders, as the API lists it: each with the folder that contains it.
import type { MediaFolder } from '../api/mediaQueries.ts';
import { sortedByName } from '../ui/sortedByName.ts';

/** The folders in a folder, in the order of their names. @param parent null: at the top */
export const foldersIn = (folders: readonly MediaFolder[], parent: string | null): readonly MediaFolder[] =>
  sortedByName(folders.filter((folder) => folder.parent === parent));

/** The folders from the top to a folder. */
export const folderPath = (folders: readonly MediaFolder[], documentId: string | null): readonly MediaFolder[] => {
  const path: MediaFolder[] = [];
  let at = folders.find((folder) => folder.documentId === documentId);
  while (at !== undefined && !path.includes(at)) {
    path.unshift(at);
    const { parent } = at;
    at = folders.find((folder) => folder.documentId === parent);
  }
  return path;
};

/** The folders whose name contains the text, in the order of their names. */
export const searchFolders = (folders: readonly MediaFolder[], text: string): readonly MediaFolder[] =>
  sortedByName(folders.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())));

interface TreeRow {
  readonly folder: MediaFolder;
  /** 0 at the top. */
  readonly depth: number;
}

/**
 * All folders as the rows of a tree: each is followed by those in it.
 *
 * @param without folders that are left out, with everything in them
 */
export const folderTree = (
  folders: readonly MediaFolder[],
  without: readonly string[] = [],
  parent: string | null = null,
  depth = 0,
): readonly TreeRow[] =>
  foldersIn(folders, parent)
    .filter(({ documentId }) => !without.includes(documentId))
    .flatMap((folder) => [{ folder, depth }, ...folderTree(folders, without, folder.documentId, depth + 1)]);

/** Whether a folder can be moved into another: not into itself, nor into a folder in it, nor to where it is. */
export const canMoveFolder = (folders: readonly MediaFolder[], documentId: string, target: string | null): boolean => {
  const moved = folders.find((folder) => folder.documentId === documentId);
  return (
    moved !== undefined &&
    moved.parent !== target &&
    !folderPath(folders, target).some((folder) => folder.documentId === documentId)
  );
};
