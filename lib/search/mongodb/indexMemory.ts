// What a process remembers of the indexes, so that most searches read little more than their page.
//
// Everything belongs to a state of an index: its highest ordinal, and how many ordinals are removed. Ordinals only grow, and stay in
// their blocks, so what is read later has all postings of an earlier state, and a search leaves out higher ordinals. So all
// words of a search are of one state, whenever they were read, and no document is in a result under two ordinals.
import type { Db } from 'mongodb';
import { memoize } from '../../memoize.ts';
import { LruCache } from '../../platform/lruCache.ts';
import { findUsedIndexes, forgetUsedIndexes, isOfPartition } from '../indexing/index.ts';
import type { Partition, StoredIndex } from '../types.ts';
import { countBits } from './bits.ts';
import { findRemoved, type RemovedBits } from './removedOrdinals.ts';
import { removedPerBlock } from './storedIndex.ts';

/** How much a process remembers at most. An id takes fifty bytes, a word of a vocabulary a hundred. */
export const maxRemembered = { bytes: 32_000_000, documentIds: 250_000, words: 500_000 };

/** What an object takes in memory beside its contents. */
export const objectBytes = 300;

interface Remembered {
  readonly value: unknown;
  readonly bytes: number;
  /** The highest ordinal, or number of removed ones, for which it is complete. */
  readonly ordinals: number;
}

/** An index in the state that a search reads. */
export interface IndexState {
  readonly index: StoredIndex;
  readonly removed: RemovedBits;
}

/** What a process remembers of the indexes of a database. */
export class IndexMemory {
  private readonly values = new LruCache<Remembered>(maxRemembered.bytes, ({ bytes }) => bytes + objectBytes);
  /** What searches read now, so that others wait for it instead of reading the same. */
  private readonly reads = new Map<string, Pick<Remembered, 'value' | 'ordinals'>>();
  /** By index, then by ordinal. */
  private readonly documentIds = new Map<string, (string | undefined)[]>();
  /** Up to which ordinal all documentIds have been read, by index. */
  private readonly readUntil = new Map<string, number>();

  /** @returns what was remembered under the key, or a promise of what is being read, if it is complete for these ordinals */
  recall(key: string, ordinals: number): unknown {
    const known = this.values.recall(key);
    return [known, this.reads.get(key)].find((one) => one !== undefined && one.ordinals >= ordinals)?.value;
  }

  /**
   * Lets other searches wait for a read, and remembers what it returns.
   *
   * @param ordinals the highest ordinal before the read began
   * @param bytesOf the size of the value; undefined: it is not remembered
   * @throws as the read
   */
  async remember<T>(key: string, ordinals: number, value: Promise<T>, bytesOf?: (value: T) => number): Promise<T> {
    const read = { value, ordinals };
    this.reads.set(key, read);
    try {
      const known = await value;
      if (bytesOf !== undefined) this.values.set(key, { value: known, bytes: key.length + bytesOf(known), ordinals });
      return known;
    } finally {
      if (this.reads.get(key) === read) this.reads.delete(key);
    }
  }

  /** Reads what is neither remembered nor being read. Its parameters are those of `recall` and `remember`. */
  async read<T>(key: string, ordinals: number, read: () => Promise<T>, bytesOf?: (value: T) => number): Promise<T> {
    const known = this.recall(key, ordinals) as T | Promise<T> | undefined; // all values of a key have one type
    return known ?? this.remember(key, ordinals, read(), bytesOf);
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
      if (size > maxRemembered.documentIds) return;
      if (places > maxRemembered.documentIds) {
        this.documentIds.clear();
        this.readUntil.clear();
      }
      const before = this.documentIds.get(key) ?? [];
      ofIndex = Array.from({ length: size }, (_, place) => before[place]);
      this.documentIds.set(key, ofIndex);
    }
    ofIndex[ordinal] = documentId;
  }

  /** @returns after which of its ordinals the next documentIds are to be read; undefined: all have been read, or have no room */
  nextUnread(index: StoredIndex, count: number): number | undefined {
    const key = memoryKey(index);
    const after = this.readUntil.get(key) ?? 0;
    if (after >= index.ordinals || !this.documentIds.has(key)) return undefined;
    this.readUntil.set(key, Math.min(index.ordinals, after + count));
    return after;
  }
}

/** Begins the keys of what is remembered of an index. */
export const memoryKey = ({ _id, createdAt }: StoredIndex): string => `${_id} ${createdAt?.getTime() ?? 0} `;

export const memoryOf: (db: Db) => IndexMemory = memoize(() => new IndexMemory());

interface Removed {
  readonly bits: RemovedBits;
  readonly count: number;
}

/** Reads the removed ordinals as they are now: more than the index has if documents changed after it was read. */
const readRemoved = (db: Db, index: StoredIndex): Promise<Removed> =>
  memoryOf(db).read(
    `${memoryKey(index)}removed`,
    index.removed,
    async () => {
      const bits = await findRemoved({ db, options: {} }, index._id);
      let count = 0;
      for (const block of bits.values()) for (const byte of block) count += countBits(byte);
      return { bits, count };
    },
    ({ bits }) => (bits.size * removedPerBlock) / 8,
  );

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
