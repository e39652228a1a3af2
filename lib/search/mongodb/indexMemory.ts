// What a process remembers of the indexes, so that most searches read little more than their page.
//
// Everything belongs to a state of an index: its highest ordinal, and how many ordinals are removed. Ordinals only grow, and stay in
// their blocks, so what is read later has all postings of an earlier state, and a search leaves out higher ordinals. So all
// words of a search are of one state, whenever they were read, and no document is in a result under two ordinals.
import type { Db } from 'mongodb';
import { LruCache } from '../../platform/lruCache.ts';
import { findUsedIndexes, forgetUsedIndexes, isOfPartition } from '../indexing/index.ts';
import type { Partition, StoredIndex } from '../types.ts';
import { countBits } from './bits.ts';
import type { Ranking } from './ranking.ts';
import { postingsCollection, removedBlockNumber, removedWord, wordRange } from './storedIndex.ts';

/** How many bytes a process remembers at most: of the indexes, and of what searches found. */
export const maxRemembered = { ofIndexes: 24_000_000, found: 8_000_000, documentIds: 250_000 };

/** What a key and its value take beside their bytes. */
const overhead = 300;

interface Remembered {
  readonly value: unknown;
  readonly bytes: number;
  /** The highest ordinal for which it is complete. */
  readonly ordinals: number;
}

/** What was found for a search. */
export interface Found {
  readonly totals: readonly number[];
  readonly ranking: Ranking;
}

/** The bits of removed ordinals, by number of their block. */
export type RemovedBits = ReadonlyMap<number, Uint8Array>;

/** An index in the state that a search reads. */
export interface IndexState {
  readonly index: StoredIndex;
  readonly removed: RemovedBits;
}

/** What a process remembers of the indexes of a database. */
export class IndexMemory {
  readonly found = new LruCache<Found>(maxRemembered.found, ({ ranking }) => ranking.bytes + overhead);
  private readonly values = new LruCache<Remembered>(maxRemembered.ofIndexes, ({ bytes }) => bytes + overhead);
  /** By index, then by ordinal: so an id takes fifty bytes. */
  private readonly documentIds = new Map<string, (string | undefined)[]>();

  /** @returns what was remembered under the key, if it is complete for these ordinals */
  recall(key: string, ordinals: number): unknown {
    const known = this.values.take(key);
    if (known === undefined || known.ordinals < ordinals) return undefined;
    this.values.set(key, known);
    return known.value;
  }

  /** @param ordinals the highest ordinal before the value was read */
  remember(key: string, ordinals: number, value: unknown, bytes: number): void {
    this.values.set(key, { value, bytes, ordinals });
  }

  /** The document of an ordinal never changes. */
  documentId(index: StoredIndex, ordinal: number): string | undefined {
    return this.documentIds.get(memoryKey(index))?.[ordinal];
  }

  rememberDocumentId(index: StoredIndex, ordinal: number, documentId: string): void {
    const key = memoryKey(index);
    let ofIndex = this.documentIds.get(key);
    if (ofIndex === undefined || ordinal >= ofIndex.length) {
      const size = Math.ceil(Math.max(index.ordinals, ordinal) * 1.1) + 1;
      // Places without an id take a sixth of one with an id.
      const places = [...this.documentIds.values()].reduce((sum, { length }) => sum + length, size);
      if (places > maxRemembered.documentIds) this.documentIds.clear();
      if (size > maxRemembered.documentIds) return;
      const before = this.documentIds.get(key) ?? [];
      ofIndex = Array.from({ length: size }, (_, place) => before[place]);
      this.documentIds.set(key, ofIndex);
    }
    ofIndex[ordinal] = documentId;
  }
}

/** Begins the keys of what is remembered of an index. */
export const memoryKey = ({ _id, createdAt }: StoredIndex): string => `${_id} ${createdAt?.getTime() ?? 0} `;

const memories = new WeakMap<Db, IndexMemory>();

export const memoryOf = (db: Db): IndexMemory => {
  const memory = memories.get(db) ?? new IndexMemory();
  memories.set(db, memory);
  return memory;
};

interface Removed {
  readonly bits: RemovedBits;
  readonly count: number;
}

/** Reads the removed ordinals as they are now: more than the index has if documents changed after it was read. */
const readRemoved = async (db: Db, index: StoredIndex): Promise<Removed> => {
  const key = `${memoryKey(index)}removed`;
  const known = memoryOf(db).recall(key, 0) as Removed | undefined; // only this function has such a key
  if (known?.count === index.removed) return known;
  const found = await postingsCollection(db)
    .find({ _id: wordRange(index._id, removedWord) }, { projection: { postings: 1 } })
    .toArray();
  const bits = new Map(found.map((block) => [removedBlockNumber(block._id), new Uint8Array(block.postings.value())]));
  let [count, bytes] = [0, 0];
  for (const block of bits.values()) {
    bytes += block.length;
    for (const byte of block) count += countBits(byte);
  }
  memoryOf(db).remember(key, 0, { bits, count }, bytes);
  return { bits, count };
};

const maxAttempts = 3;

/** @returns the states of the indexes of the partitions, at most a second old; undefined for one that has no index */
export const readStates = async (
  db: Db,
  partitions: readonly Partition[],
): Promise<readonly (IndexState | undefined)[]> => {
  for (let attempt = 1; ; attempt++) {
    const used = await findUsedIndexes(db);
    let areCurrent = true;
    const states: (IndexState | undefined)[] = [];
    for (const partition of partitions) {
      const index = used.find((one) => isOfPartition(one, partition));
      const removed = index === undefined ? undefined : await readRemoved(db, index);
      areCurrent &&= removed?.count === index?.removed;
      states.push(index && removed && { index, removed: removed.bits });
    }
    // After the last attempt, documents that have just changed are missing for a moment.
    if (areCurrent || attempt === maxAttempts) return states;
    forgetUsedIndexes(db);
  }
};
