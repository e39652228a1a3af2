// Lists the folders of the media library.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { countFilesInFolders } from './filesInFolders.ts';
import { folderCollection, toFolder, type Folder } from './storedFolder.ts';

/** All folders, by name. */
export const listFolders = async ({ database, schema }: Service): Promise<readonly Folder[]> => {
  const unit = await standaloneOperations(database);
  const [folders, counts] = await Promise.all([
    folderCollection(unit).find({}, unit.options).sort({ name: 1, _id: 1 }).toArray(),
    countFilesInFolders(unit, schema),
  ]);
  return folders.map((folder) => toFolder(folder, counts.get(folder._id) ?? 0));
};
