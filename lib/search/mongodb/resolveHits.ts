// Finds the documents of ranked ordinals.
import type { Db } from 'mongodb';
import { documentIdOf } from '../indexing/index.ts';
import type { Hit, Partition, StoredIndex } from '../types.ts';
import { memoryOf } from './indexMemory.ts';
import type { Ranking } from './ranking.ts';
import { documentsCollection } from './storedIndex.ts';

/** A partition, and the index in which it was searched. */
export interface SearchedIndex {
  readonly partition: Partition;
  readonly index: StoredIndex;
}

/** @returns the documentIds by ordinal, for each index; one whose document has just changed may no longer be there */
const readDocumentIds = async (
  db: Db,
  ordinals: ReadonlyMap<StoredIndex, readonly number[]>,
): Promise<ReadonlyMap<StoredIndex, ReadonlyMap<number, string>>> => {
  const ids = new Map([...ordinals.keys()].map((index) => [index, new Map<number, string>()]));
  if (ordinals.size === 0) return ids;
  const conditions = [...ordinals].map(([{ _id }, ofIndex]) => ({ index: _id, ordinal: { $in: [...ofIndex] } }));
  const found = await documentsCollection(db)
    .find({ $or: conditions }, { projection: { _id: 1, index: 1, ordinal: 1 }, batchSize: 100_000 })
    .toArray();
  const memory = memoryOf(db);
  const indexes = new Map([...ids.keys()].map((index) => [index._id, index]));
  for (const { _id, index: number, ordinal } of found) {
    const index = indexes.get(number);
    if (index === undefined) continue;
    ids.get(index)?.set(ordinal, documentIdOf(_id));
    memory.rememberDocumentId(index, ordinal, documentIdOf(_id));
  }
  return ids;
};

/** How many documentIds are read beside those that a search needs. They are in an index, and take some milliseconds of CPU after the search has its own. */
const readAhead = 2_000;

/** Reads the next documentIds of an index, so that later searches find theirs in memory. */
const readNextIds = async (db: Db, index: StoredIndex): Promise<void> => {
  const memory = memoryOf(db);
  const after = memory.nextUnread(index, readAhead);
  if (after === undefined) return;
  const found = await documentsCollection(db)
    .find(
      { index: index._id, ordinal: { $gt: after, $lte: after + readAhead } },
      { projection: { _id: 1, ordinal: 1 }, batchSize: readAhead + 1 },
    )
    .toArray();
  for (const { _id, ordinal } of found) memory.rememberDocumentId(index, ordinal, documentIdOf(_id));
};

/**
 * @param searches in the order of the partitions of the ranking
 * @param places in its columns
 * @returns the hits at these places; undefined for one whose document has just changed
 * @throws MongoError when the database does not answer
 */
export const resolveHits = async (
  db: Db,
  searches: readonly (SearchedIndex | undefined)[],
  { columns }: Ranking,
  places: Uint32Array,
): Promise<readonly (Hit | undefined)[]> => {
  const memory = memoryOf(db);
  const unknown = new Map<StoredIndex, number[]>();
  const found = [...places].map((place) => {
    const [search, ordinal] = [searches[columns.partitions[place] ?? 0], columns.ordinals[place] ?? 0];
    if (search === undefined) return undefined;
    const { index, partition } = search;
    const documentId = memory.documentId(index, ordinal);
    if (documentId === undefined) {
      const ofIndex = unknown.get(index);
      if (ofIndex === undefined) unknown.set(index, [ordinal]);
      else ofIndex.push(ordinal);
    }
    return { partition, index, ordinal, documentId, score: columns.scores[place] ?? 0 };
  });
  const read = await readDocumentIds(db, unknown);
  // The search does not wait for it, and does not need it.
  for (const index of unknown.keys()) readNextIds(db, index).catch(() => undefined);
  return found.map((hit) => {
    if (hit === undefined) return undefined;
    const { partition, index, ordinal, score, documentId = read.get(index)?.get(ordinal) } = hit;
    return documentId === undefined ? undefined : { partition, documentId, score };
  });
};
