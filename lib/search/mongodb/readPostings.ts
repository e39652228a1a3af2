// Reads the blocks of postings that searches need, and remembers them.
import type { Db, Filter } from 'mongodb';
import { indexesCollection } from '../indexing/index.ts';
import type { StoredIndex } from '../types.ts';
import { memoryKey, memoryOf, objectBytes } from './indexMemory.ts';
import { bucketWord, PackedTerms, recentKeys, type PackedBlock } from './packedTerms.ts';
import { firstOrdinal, type TermPostings } from './postings.ts';
import { beginningRange, blockKey, parseBlockKey, postingsCollection, wordRange, type Block } from './storedIndex.ts';

/** Blocks by term. */
export type Blocks = ReadonlyMap<string, readonly Uint8Array[]>;

/** The blocks of a term, or of all terms with a beginning. */
export interface BlockRange {
  readonly index: StoredIndex;
  readonly term: string;
  readonly isBeginning: boolean;
  readonly isRemembered: boolean;
}

const keyOf = ({ index, term, isBeginning }: BlockRange): string =>
  `${memoryKey(index)}${isBeginning ? 'terms' : 'term'} ${term}`;

const bytesOf = (blocks: Blocks): number => {
  let bytes = 0;
  for (const ofTerm of blocks.values()) for (const block of ofTerm) bytes += block.length + objectBytes;
  return bytes;
};

/** Postings of a term from one place. */
interface Part extends TermPostings {
  readonly bytes: Uint8Array;
  readonly first: number;
}

/**
 * Leaves out what is read twice because it was merged while the queries ran. Merging joins neighbours, so two parts have no ordinal in
 * common, or one has all of the other.
 */
const blocksOf = (parts: readonly TermPostings[]): readonly Uint8Array[] => {
  const sorted = parts
    .map(({ bytes, last }): Part => ({ bytes: Uint8Array.from(bytes), last, first: firstOrdinal(bytes) }))
    .toSorted((one, other) => other.last - one.last || one.first - other.first);
  let lowest = Infinity;
  return sorted.flatMap(({ bytes, first, last }) => {
    if (last >= lowest) return [];
    lowest = first;
    return [bytes];
  });
};

/**
 * Reads the blocks of new postings of an index, those that are complete once. It must be called before their buckets are read, because
 * they are merged into these.
 *
 * @param index the state that is read, or a newer one
 */
const readRecent = async (db: Db, index: StoredIndex): Promise<readonly PackedTerms[]> => {
  const { recent } = index;
  const reads = recentKeys(index).map((key, place, keys) => {
    const isLast = place === keys.length - 1;
    return memoryOf(db).read(
      `${memoryKey(index)}recent ${isLast ? 'last' : 'complete'} ${key}`,
      isLast ? index.ordinals : 0,
      async () => {
        const block = await postingsCollection<PackedBlock>(db).findOne({ _id: key });
        return block === null ? undefined : new PackedTerms(block);
      },
      (block) => block?.bytes ?? 0,
    );
  });
  const blocks = (await Promise.all(reads)).filter((block) => block !== undefined);
  if (blocks.length === reads.length) return blocks;
  // Some have been merged, and the rest has other keys.
  const newer = await indexesCollection(db).findOne({ _id: index._id });
  const isSame =
    newer === null || memoryKey(newer) !== memoryKey(index) || newer.recent?.generation === recent?.generation;
  return isSame ? blocks : readRecent(db, newer);
};

/** How many blocks of a beginning are read: those of its first terms. At most 22 MB, so a process can remember them. */
const maxBlocks = 5_000;

/** For how many terms a beginning stands. */
const maxTerms = 5_000;

type Row = Block | PackedBlock;

/** The bucket of a term, or of terms with a beginning, and their blocks. */
const conditionsOf = ({ index: { _id }, term, isBeginning }: BlockRange): readonly Filter<Row>[] => [
  { _id: blockKey(_id, bucketWord(term)) },
  { _id: isBeginning ? beginningRange(_id, term) : wordRange(_id, term) },
];

/** @param limit 0: all */
const findRows = async (db: Db, ranges: readonly BlockRange[], limit: number): Promise<readonly Row[]> =>
  ranges.length === 0
    ? []
    : postingsCollection<Row>(db)
        .find({ $or: ranges.flatMap(conditionsOf) }, { batchSize: 100_000, limit })
        .toArray();

/** Reads the blocks of all ranges with one query; if a beginning may have too many, that of whole words and each beginning with its own. */
const findLimitedRows = async (db: Db, ranges: readonly BlockRange[]): ReturnType<typeof findRows> => {
  const beginnings = ranges.filter(({ isBeginning }) => isBeginning);
  const limit = beginnings.length * maxBlocks;
  const found = await findRows(db, ranges, limit);
  if (limit === 0 || found.length < limit) return found;
  const others = ranges.filter(({ isBeginning }) => !isBeginning);
  const reads = [findRows(db, others, 0), ...beginnings.map((range) => findRows(db, [range], maxBlocks))];
  // A searched word may be one of the terms with the beginning.
  return [...new Map((await Promise.all(reads)).flat().map((row) => [row._id, row])).values()];
};

/** What was read of an index. */
interface ReadIndex {
  readonly recent: readonly PackedTerms[];
  /** By their words. */
  readonly buckets: Map<string, PackedTerms>;
  readonly blocks: Map<string, TermPostings[]>;
}

const emptyIndex = (recent: readonly PackedTerms[]): ReadIndex => ({ recent, buckets: new Map(), blocks: new Map() });

/** The blocks of a range by term. */
const readRange = ({ term, isBeginning }: BlockRange, { recent, buckets, blocks }: ReadIndex): Blocks => {
  const parts = new Map<string, TermPostings[]>(isBeginning ? [] : [[term, []]]);
  const add = (found: string, postings: readonly TermPostings[]): void => {
    const ofTerm = parts.get(found);
    if (ofTerm !== undefined) ofTerm.push(...postings);
    else if (parts.size < maxTerms) parts.set(found, [...postings]);
  };
  const bucket = buckets.get(bucketWord(term));
  for (const packed of bucket === undefined ? recent : [...recent, bucket])
    for (const [found, postings] of packed.read(term, !isBeginning)) add(found, [postings]);
  if (!isBeginning) add(term, blocks.get(term) ?? []);
  else for (const [found, postings] of blocks) if (found.startsWith(term)) add(found, postings);
  return new Map([...parts].map(([found, postings]) => [found, blocksOf(postings)]));
};

/** @returns the blocks of each range */
const findBlocks = async (db: Db, ranges: readonly BlockRange[]): Promise<readonly Blocks[]> => {
  const indexes = [...new Map(ranges.map(({ index }) => [index._id, index])).values()];
  const recent = await Promise.all(indexes.map((index) => readRecent(db, index)));
  const read = new Map(indexes.map(({ _id }, place) => [_id, emptyIndex(recent[place] ?? [])]));
  for (const row of await findLimitedRows(db, ranges)) {
    const { index, word, last } = parseBlockKey(row._id);
    const { buckets, blocks } = read.get(index) ?? emptyIndex([]);
    if ('terms' in row) buckets.set(word, new PackedTerms(row));
    else {
      const ofTerm = blocks.get(word) ?? [];
      if (ofTerm.length === 0) blocks.set(word, ofTerm);
      ofTerm.push({ bytes: row.postings.buffer.subarray(0, row.postings.length()), last });
    }
  }
  return ranges.map((range) => readRange(range, read.get(range.index._id) ?? emptyIndex([])));
};

/**
 * Reads what is neither remembered nor being read for another search, mostly with one query.
 *
 * @returns the blocks of each range
 * @throws MongoError when the database does not answer
 */
export const readBlocks = (db: Db, ranges: readonly BlockRange[]): Promise<readonly Blocks[]> => {
  const memory = memoryOf(db);
  const known = ranges.map(
    (range) => memory.recall(keyOf(range), range.index.ordinals) as Blocks | Promise<Blocks> | undefined, // as below
  );
  const missing = [...ranges.entries()].filter(([place]) => known[place] === undefined);
  if (missing.length > 0) {
    const found = findBlocks(
      db,
      missing.map(([, range]) => range),
    );
    for (const [at, [place, range]] of missing.entries()) {
      const blocks = found.then((ofRanges): Blocks => ofRanges[at] ?? new Map());
      const sizeOf = range.isRemembered ? bytesOf : undefined;
      known[place] = memory.remember(keyOf(range), range.index.ordinals, blocks, sizeOf);
    }
  }
  return Promise.all(known.map(async (blocks) => (await blocks) ?? new Map()));
};
