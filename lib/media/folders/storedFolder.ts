// The forms of media folders in answers and in the database.
import type { Collection } from 'mongodb';
import { collections, type Transaction } from '../../platform/db/index.ts';

/** A folder in an answer. */
export interface Folder {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  /** The documentId of the folder that contains it; null at the top. */
  readonly parent: string | null;
  /** How many files are directly in it. */
  readonly files: number;
}

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
