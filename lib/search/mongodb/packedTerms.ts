// Packs many terms with their postings into one document of MongoDB, which costs as much to write as one for each of them: most terms
// are rare, and have a few bytes.
import { Binary } from 'mongodb';
import type { StoredIndex } from '../types.ts';
import type { TermPostings } from './postings.ts';
import { blockKey, type Block } from './storedIndex.ts';

/** A block of many terms. */
export interface PackedBlock extends Block {
  /** In the order of their code units, with a line for each. */
  readonly terms: string;
  /** For each term the end of its postings, and its last ordinal: 32 bits each. */
  readonly table: Binary;
}

/** The word of blocks with new postings. No term is a space. */
const recentWord = ' ';

export const recentKey = (index: number, generation: number, place: number): string =>
  `${blockKey(index, recentWord)}${generation}.${place}`;

/** The keys of the blocks with new postings of an index. */
export const recentKeys = ({ _id, recent }: StoredIndex): readonly string[] =>
  Array.from({ length: recent?.count ?? 0 }, (_, place) => recentKey(_id, recent?.generation ?? 0, place));

/** How many characters the terms of a bucket have in common. */
const bucketLength = 3;

const isHighSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff;

/** The word of the bucket of a term. No term begins so. */
export const bucketWord = (term: string): string =>
  `=${term.slice(0, isHighSurrogate(term.charCodeAt(bucketLength - 1)) ? bucketLength + 1 : bucketLength)}`;

const entryBytes = 8;

/** What a term takes in a block. */
export const packedBytes = (term: string, { bytes }: TermPostings): number => term.length + bytes.length + entryBytes;

export const packTerms = (_id: string, byTerm: ReadonlyMap<string, TermPostings>): PackedBlock => {
  const terms = [...byTerm.keys()].toSorted();
  const table = Buffer.alloc(terms.length * entryBytes);
  let length = 0;
  for (const { bytes } of byTerm.values()) length += bytes.length;
  const postings = Buffer.alloc(length);
  let end = 0;
  for (const [place, term] of terms.entries()) {
    const { bytes, last } = byTerm.get(term) ?? { bytes: [], last: 0 };
    postings.set(bytes, end);
    end += bytes.length;
    table.writeUInt32LE(end, place * entryBytes);
    table.writeUInt32LE(last, place * entryBytes + 4);
  }
  return { _id, terms: terms.join('\n'), table: new Binary(table), postings: new Binary(postings) };
};

const bytesOf = (binary: Binary): Buffer =>
  Buffer.from(binary.buffer.buffer, binary.buffer.byteOffset, binary.length());

/** Reads single terms of a block. */
export class PackedTerms {
  readonly terms: readonly string[];
  private readonly table: Buffer;
  private readonly postings: Buffer;

  constructor({ terms, table, postings }: PackedBlock) {
    this.terms = terms === '' ? [] : terms.split('\n');
    this.table = bytesOf(table);
    this.postings = bytesOf(postings);
  }

  /** About how many bytes it has in memory. */
  get bytes(): number {
    return this.terms.length * 40 + this.table.length + this.postings.length;
  }

  /** The terms with a beginning, all with an empty one; or, exactly, one term. */
  *read(beginning: string, isExact = false): Generator<readonly [string, TermPostings]> {
    for (let place = this.placeOf(beginning); ; place++) {
      const term = this.terms[place];
      if (term === undefined || !(isExact ? term === beginning : term.startsWith(beginning))) return;
      yield [term, this.at(place)];
    }
  }

  private at(place: number): TermPostings {
    const at = place * entryBytes;
    const start = place === 0 ? 0 : this.table.readUInt32LE(at - entryBytes);
    return { bytes: this.postings.subarray(start, this.table.readUInt32LE(at)), last: this.table.readUInt32LE(at + 4) };
  }

  /** The place of the first term that is not before this one. */
  private placeOf(term: string): number {
    let [low, high] = [0, this.terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.terms[middle] ?? '') < term) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
