// Reads the blocks of postings that searches need, and remembers them.
import { BSON, type Db } from 'mongodb';
import { indexesCollection } from '../indexing/index.ts';
import type { StoredIndex } from '../types.ts';
import { decodeBlock } from './decodeRows.ts';
import { memoryKey, memoryOf, objectBytes } from './indexMemory.ts';
import { bucketWord, PackedTerms, recentKeys, type PackedBlock } from './packedTerms.ts';
import { firstOrdinal, maxTermLetters, sizeOfBlocks, type TermPostings } from './postings.ts';
import { blockKey, blockPattern, parseBlockKey, postingsCollection } from './storedIndex.ts';

/** Blocks by term. */
export type Blocks = ReadonlyMap<string, readonly Uint8Array[]>;

/** The blocks of a term, or of all terms with a beginning. */
export interface BlockRange {
  readonly index: StoredIndex;
  readonly term: string;
  readonly isBeginning: boolean;
  readonly isRemembered: boolean;
}

/** What has been read of a range. */
interface RangeBlocks {
  readonly blocks: Blocks;
  /** False: only those of the first terms with the beginning. */
  readonly isWhole: boolean;
}

const keyOf = ({ index, term, isBeginning }: BlockRange): string =>
  `${memoryKey(index)}${isBeginning ? 'terms' : 'term'} ${term}`;

/** Copies blocks: those of the driver are parts of its whole answer, which would stay in memory with them. */
const copyBlocks = (blocks: Blocks): Blocks =>
  new Map([...blocks].map(([term, ofTerm]) => [term, ofTerm.map((block) => new Uint8Array(block))]));

const bytesOf = (range: RangeBlocks | undefined): number => {
  let bytes = 0;
  for (const ofTerm of range?.blocks.values() ?? []) bytes += sizeOfBlocks(ofTerm) + ofTerm.length * objectBytes;
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
    .map(({ bytes, last }): Part => ({
      bytes: bytes instanceof Uint8Array ? bytes : Uint8Array.from(bytes),
      ...{ last, first: firstOrdinal(bytes) },
    }))
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

/**
 * The bucket of a term, or of terms with a beginning, and their blocks. All patterns of a query are one scan of the index: MongoDB plans
 * each range of an `$or` by itself, which takes twice as long.
 */
const keysOf = ({ index: { _id }, term, isBeginning }: BlockRange) => [
  blockKey(_id, bucketWord(term)),
  blockPattern(_id, term, isBeginning),
];

/** @param limit 0: all. @returns the BSON of the rows */
const findRows = async (db: Db, ranges: readonly BlockRange[], limit: number): Promise<readonly Buffer[]> => {
  if (ranges.length === 0) return [];
  const rows: unknown = await postingsCollection(db)
    .find({ _id: { $in: ranges.flatMap(keysOf) } }, { raw: true, batchSize: 100_000, limit })
    .toArray();
  return rows as readonly Buffer[]; // with `raw`
};

/** Rows, and whether they are all of the beginnings. */
interface FoundRows {
  readonly rows: readonly Buffer[];
  readonly isWhole: boolean;
}

/** Reads the blocks of all ranges with one query; if a beginning may have too many, that of whole words and each beginning with its own. */
const findLimitedRows = async (db: Db, ranges: readonly BlockRange[]): Promise<FoundRows> => {
  const beginnings = ranges.filter(({ isBeginning }) => isBeginning);
  const limit = beginnings.length * maxBlocks;
  const rows = await findRows(db, ranges, limit);
  if (limit === 0 || rows.length < limit) return { rows, isWhole: true };
  const others = ranges.filter(({ isBeginning }) => !isBeginning);
  const reads = [findRows(db, others, 0), ...beginnings.map((range) => findRows(db, [range], maxBlocks))];
  return { rows: (await Promise.all(reads)).flat(), isWhole: false };
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

/** The blocks of a range that are among those of another one. */
const blocksWithin = (blocks: Blocks, { term, isBeginning }: BlockRange): Blocks =>
  new Map(
    isBeginning ? [...blocks].filter(([one]) => one.startsWith(term)) : [[term, blocks.get(term) ?? []] as const],
  );

/** @returns what each range has */
const findBlocks = async (db: Db, ranges: readonly BlockRange[]): Promise<readonly RangeBlocks[]> => {
  const indexes = [...new Map(ranges.map(({ index }) => [index._id, index])).values()];
  const recent = await Promise.all(indexes.map((index) => readRecent(db, index)));
  const read = new Map(indexes.map(({ _id }, place) => [_id, emptyIndex(recent[place] ?? [])]));
  const { rows, isWhole } = await findLimitedRows(db, ranges);
  for (const row of rows) {
    const { key, postings } = decodeBlock(row);
    const { index, word, last } = parseBlockKey(key);
    const { buckets, blocks } = read.get(index) ?? emptyIndex([]);
    // The cast is safe: other rows are buckets.
    if (postings === undefined) buckets.set(word, new PackedTerms(BSON.deserialize(row) as PackedBlock));
    else {
      const ofTerm = blocks.get(word) ?? [];
      if (ofTerm.length === 0) blocks.set(word, ofTerm);
      ofTerm.push({ bytes: postings, last });
    }
  }
  return ranges.map((range) => {
    const inRange = readRange(range, read.get(range.index._id) ?? emptyIndex([]));
    return {
      blocks: range.isRemembered ? copyBlocks(inRange) : inRange,
      isWhole: isWhole && inRange.size < maxTerms,
    };
  });
};

/**
 * Reads what is neither remembered nor being read for another search, mostly with one query. All terms of a beginning have the blocks of
 * longer ones and of single terms as well.
 *
 * @returns the blocks of each range
 * @throws MongoError when the database does not answer
 */
export const readBlocks = async (db: Db, ranges: readonly BlockRange[]): Promise<readonly Blocks[]> => {
  const memory = memoryOf(db);
  const recall = (range: BlockRange): RangeBlocks | Promise<RangeBlocks> | undefined =>
    memory.recall(keyOf(range), range.index.ordinals) as RangeBlocks | Promise<RangeBlocks> | undefined; // as below
  const remember = async (range: BlockRange, all: Promise<readonly RangeBlocks[]>, place: number): Promise<Blocks> => {
    const read = all.then((ofRanges) => ofRanges[place]);
    const sizeOf = range.isRemembered ? bytesOf : undefined;
    return (await memory.remember(keyOf(range), range.index.ordinals, read, sizeOf))?.blocks ?? new Map();
  };
  const missing: BlockRange[] = [];
  // The query begins when all that is missing is known.
  const found = Promise.resolve().then(() => findBlocks(db, missing));
  const blocksOf = async (range: BlockRange): Promise<Blocks> => {
    const own = recall(range);
    if (own !== undefined) return (await own).blocks;
    const { term, isBeginning } = range;
    for (let length = maxTermLetters + 1; length < term.length + (isBeginning ? 0 : 1); length++) {
      const wider = recall({ ...range, term: term.slice(0, length), isBeginning: true });
      if (wider === undefined) continue;
      const { blocks, isWhole } = await wider;
      if (isWhole) return blocksWithin(blocks, range);
      return remember(range, findBlocks(db, [range]), 0);
    }
    return remember(range, found, missing.push(range) - 1);
  };
  // The widest come first, so that others find them.
  const byWidth = ranges.toSorted((one, other) => Number(other.isBeginning) - Number(one.isBeginning));
  const blocks = new Map(byWidth.map((range) => [range, blocksOf(range)] as const));
  return Promise.all(ranges.map(async (range) => (await blocks.get(range)) ?? new Map()));
};
