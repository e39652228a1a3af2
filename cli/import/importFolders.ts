// Imports the folders of files. They replace those of the database, which has no documents.
import type { Db } from 'mongodb';
import { collections } from '../../lib/platform/db/index.ts';
import type { StoredFolder } from '../../lib/media/index.ts';
import type { JsonObject } from '../../lib/schema/index.ts';
import { strapiUids } from '../archive/index.ts';
import { type FindDocumentId, readTime } from './archiveRow.ts';
import { skipSequence } from './targetDatabase.ts';

/** By the id of a row: the id of the row that contains it. */
export type ContainingRows = ReadonlyMap<number, number>;

const noTime = new Date(0);

/** Whether a folder contains itself, which only a damaged archive has. */
const isInItself = (id: number, parents: ContainingRows): boolean => {
  const passed = new Set<number>();
  for (let outer = parents.get(id); outer !== undefined && !passed.has(outer); outer = parents.get(outer)) {
    if (outer === id) return true;
    passed.add(outer);
  }
  return false;
};

/**
 * @param rows the rows of folders, each with its `id`
 * @param parents of the rows; a folder whose parent has no row is at the top
 * @returns the folders by the id of their row. Of two with the same name in one parent, the second has its id in its name
 */
export const buildFolders = (
  rows: readonly JsonObject[],
  parents: ContainingRows,
  findDocumentId: FindDocumentId,
): ReadonlyMap<number, StoredFolder> => {
  const documentIds = new Map(
    rows.map((row) => [Number(row.id), findDocumentId(strapiUids.folder, Number(row.id), row)]),
  );
  const taken = new Set<string>();
  const folders = new Map<number, StoredFolder>();
  for (const row of rows) {
    const id = Number(row.id);
    const documentId = documentIds.get(id);
    if (documentId === undefined) continue;
    const parent = isInItself(id, parents) ? null : (documentIds.get(parents.get(id) ?? 0) ?? null);
    const wanted = typeof row.name === 'string' && row.name !== '' ? row.name : 'Folder';
    const name = taken.has(`${String(parent)} ${wanted}`) ? `${wanted} (${id})` : wanted;
    taken.add(`${String(parent)} ${name}`);
    const createdAt = readTime(row.createdAt) ?? noTime;
    folders.set(id, { _id: documentId, id, name, parent, createdAt, updatedAt: readTime(row.updatedAt) ?? createdAt });
  }
  return folders;
};

export const importFolders = async (db: Db, folders: readonly StoredFolder[]): Promise<void> => {
  if (folders.length === 0) return;
  await db
    .collection<StoredFolder>(collections.folders)
    .bulkWrite([{ deleteMany: { filter: {} } }, ...folders.map((document) => ({ insertOne: { document } }))]);
  await skipSequence(db, collections.folders, Math.max(...folders.map(({ id }) => id)));
};
