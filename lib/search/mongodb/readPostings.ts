// Reads the blocks of postings that searches need, and remembers them.
import type { Db } from 'mongodb';
import type { StoredIndex } from '../types.ts';
import { memoryKey, memoryOf, objectBytes } from './indexMemory.ts';
import { beginningRange, parseBlockKey, postingsCollection, wordRange } from './storedIndex.ts';

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

/** Copies blocks: those of the driver are parts of its whole answer, which would stay in memory with them. */
const copyBlocks = (blocks: readonly Uint8Array[]): readonly Uint8Array[] =>
  blocks.map((block) => new Uint8Array(block));

const bytesOf = (blocks: Blocks): number => {
  let bytes = 0;
  for (const ofTerm of blocks.values()) for (const block of ofTerm) bytes += block.length + objectBytes;
  return bytes;
};

/**
 * Adds a block of a term. If the open block was closed while the query ran, the query has it under both keys, the open one first, and its
 * postings would count twice.
 */
const addBlock = (blocks: Uint8Array[], block: Uint8Array): void => {
  const [first] = blocks;
  if (first !== undefined && Buffer.compare(first, block.subarray(0, first.length)) === 0) blocks[0] = block;
  else blocks.push(block);
};

/** How many blocks of a beginning are read: those of its first terms. At most 22 MB, so a process can remember them. */
const maxBlocks = 5_000;

/** @param limit 0: all */
const findRows = (db: Db, ranges: readonly BlockRange[], limit: number) => {
  const conditions = ranges.map(({ index: { _id }, term, isBeginning }) => ({
    _id: isBeginning ? beginningRange(_id, term) : wordRange(_id, term),
  }));
  if (conditions.length === 0) return Promise.resolve([]);
  return postingsCollection(db)
    .find({ $or: conditions }, { projection: { postings: 1 }, promoteBuffers: true, batchSize: 100_000, limit })
    .toArray();
};

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

/** @returns the blocks of each range */
const findBlocks = async (db: Db, ranges: readonly BlockRange[]): Promise<readonly Blocks[]> => {
  const found = await findLimitedRows(db, ranges);
  const indexes = new Map(ranges.map(({ index }) => [index._id, new Map<string, Uint8Array[]>()]));
  for (const { _id, postings } of found) {
    const { index, word } = parseBlockKey(_id);
    const terms = indexes.get(index);
    // With `promoteBuffers` the driver returns a Buffer.
    const block = postings as unknown as Buffer;
    const blocks = terms?.get(word);
    if (blocks === undefined) terms?.set(word, [block]);
    else addBlock(blocks, block);
  }
  return ranges.map(({ index, term, isBeginning, isRemembered }) => {
    const terms = indexes.get(index._id) ?? new Map<string, Uint8Array[]>();
    const inRange = isBeginning
      ? [...terms].filter(([one]) => one.startsWith(term))
      : [[term, terms.get(term) ?? []] as const];
    return new Map(inRange.map(([one, blocks]) => [one, isRemembered ? copyBlocks(blocks) : blocks]));
  });
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
