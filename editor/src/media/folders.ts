// The tree of folders, as the API lists it: each with the folder that contains it.
import type { MediaFolder } from '../api/mediaQueries.ts';

/** The folders in a folder, in the order of their names. @param parent null: at the top */
export const foldersIn = (folders: readonly MediaFolder[], parent: string | null): readonly MediaFolder[] =>
  folders.filter((folder) => folder.parent === parent).sort((a, b) => a.name.localeCompare(b.name));

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
