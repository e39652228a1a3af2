// The folders of the media library: their stored form, and their list.
import type { Collection } from 'mongodb';
import { collections, type Transaction, standaloneOperations } from '../../platform/db/index.ts';
import type { AnswerOf } from '../../contracts/index.ts';
import type { Service } from '../../platform/service.ts';
import type { folderContract } from './contract.ts';
import { countFilesInFolders } from './filesInFolders.ts';

/** A folder in an answer. */
export type Folder = AnswerOf<typeof folderContract.operations.createFolder>['data'];

/** A stored folder; its `_id` is the documentId. */
export interface StoredFolder {
  readonly _id: string;
  readonly id: number;
  readonly name: string;
  readonly parent: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** How often a transaction locked the folder. */
  readonly locks?: number;
}

export const toFolder = ({ _id: documentId, id, name, parent }: StoredFolder, files: number): Folder => ({
  ...{ id, documentId, name, parent, files },
});

export const folderCollection = ({ db }: Pick<Transaction, 'db'>): Collection<StoredFolder> =>
  db.collection<StoredFolder>(collections.folders);

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
