// Counts the files in folders, and moves files between folders.
import type { Collection } from 'mongodb';
import { livingFilter, type StoredDocument, type Transaction } from '../../platform/db/index.ts';
import type { Schema } from '../../schema/index.ts';
import { fileTarget } from '../records/files.ts';

const fileCollection = ({ db }: Transaction, schema: Schema): Collection<StoredDocument> =>
  db.collection<StoredDocument>(fileTarget(schema).type.collectionName);

/** @returns how many files are directly in each folder; folders without files are left out */
export const countFilesInFolders = async (unit: Transaction, schema: Schema): Promise<ReadonlyMap<string, number>> => {
  const counted = await fileCollection(unit, schema)
    .aggregate<{ readonly _id: string; readonly files: number }>(
      [
        { $match: { 'published.id': { $gte: 0 }, 'published.folder': { $gt: '' } } },
        { $group: { _id: '$published.folder', files: { $sum: 1 } } },
      ],
      unit.options,
    )
    .toArray();
  return new Map(counted.map(({ _id, files }) => [_id, files]));
};

/** @returns how many files are directly in a folder */
export const countFilesIn = (unit: Transaction, schema: Schema, folder: string): Promise<number> =>
  fileCollection(unit, schema).countDocuments(
    { 'published.id': { $gte: 0 }, 'published.folder': folder },
    unit.options,
  );

/**
 * Moves files to a folder, which the transaction has locked. The revision rises, so that no concurrent write of a file
 * undoes the move. A folder is no part of what documents and events show of a file, so there is no event, and `updatedAt`
 * stays.
 *
 * @param filter selects the files
 * @returns how many files were elsewhere
 */
export const setFolder = async (
  unit: Transaction,
  schema: Schema,
  filter: object,
  folder: string | null,
): Promise<number> => {
  const { modifiedCount } = await fileCollection(unit, schema).updateMany(
    { $and: [filter, { 'published.folder': { $ne: folder } }], ...livingFilter },
    { $set: { 'published.folder': folder }, $inc: { revision: 1 } },
    unit.options,
  );
  return modifiedCount;
};

/** @returns those of the documentIds that are files */
export const findFilesAmong = async (
  unit: Transaction,
  schema: Schema,
  documentIds: readonly string[],
  among: object,
): Promise<ReadonlySet<string>> => {
  const found = await fileCollection(unit, schema)
    .find({ documentId: { $in: [...documentIds] }, ...among, ...livingFilter }, unit.options)
    .project<Pick<StoredDocument, 'documentId'>>({ _id: 0, documentId: 1 })
    .toArray();
  return new Set(found.map(({ documentId }) => documentId));
};
