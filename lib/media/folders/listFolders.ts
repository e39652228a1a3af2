// Lists the folders of the media library.
import { standaloneOperations } from '../../platform/db/index.ts';
import type { Service } from '../../platform/service.ts';
import { countFilesInFolders } from './filesInFolders.ts';
import { folderCollection, toFolder, type Folder, type StoredFolder } from './storedFolder.ts';

/** All folders as they are stored, by name. */
export const findStoredFolders = async ({ database }: Pick<Service, 'database'>): Promise<readonly StoredFolder[]> => {
  const unit = await standaloneOperations(database);
  return folderCollection(unit).find({}, unit.options).sort({ name: 1, _id: 1 }).toArray();
};

/** All folders, by name. */
export const listFolders = async (service: Service): Promise<readonly Folder[]> => {
  const unit = await standaloneOperations(service.database);
  const [folders, counts] = await Promise.all([findStoredFolders(service), countFilesInFolders(unit, service.schema)]);
  return folders.map((folder) => toFolder(folder, counts.get(folder._id) ?? 0));
};
