// The binary form of postings: which documents have a word, and how much it counts in each of them.
import type { AttributeText } from '../types.ts';

/** The postings of a term in a block: the distances to the ordinal before, seven bits in a byte, each followed by the byte of the weight. */
export interface TermPostings {
  /** The first distance is the ordinal itself. */
  readonly bytes: Uint8Array | readonly number[];
  /** The last ordinal. */
  readonly last: number;
}

/** The postings of a term that a batch adds. */
export class AddedPostings implements TermPostings {
  readonly bytes: number[] = [];
  last = 0;

  /** @param ordinal higher than those before */
  add(ordinal: number, weight: number): void {
    pushDistance(this.bytes, ordinal - this.last);
    this.bytes.push(weight);
    this.last = ordinal;
  }
}

const pushDistance = (bytes: number[], distance: number): void => {
  let rest = distance;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  bytes.push(rest);
};

/** The first ordinal, and where it ends. */
const readFirst = (bytes: TermPostings['bytes']): { readonly first: number; readonly end: number } => {
  let [first, end, byte] = [0, 0, 128];
  for (; byte > 127; end++) {
    byte = bytes[end] ?? 0;
    first |= (byte & 127) << (7 * end);
  }
  return { first: first >>> 0, end };
};

/** @returns the first ordinal */
export const firstOrdinal = (bytes: TermPostings['bytes']): number => readFirst(bytes).first;

/** Joins postings with others of the same term, whose ordinals are higher. */
export const joinPostings = (before: TermPostings | undefined, added: TermPostings): TermPostings => {
  if (before === undefined) return added;
  const { first, end } = readFirst(added.bytes);
  const distance: number[] = [];
  pushDistance(distance, first - before.last);
  const bytes = new Uint8Array(before.bytes.length + distance.length + added.bytes.length - end);
  bytes.set(before.bytes);
  bytes.set(distance, before.bytes.length);
  bytes.set(added.bytes.slice(end), before.bytes.length + distance.length);
  return { bytes, last: added.last };
};

/** @returns how many bytes the blocks have */
export const sizeOfBlocks = (blocks: readonly Uint8Array[]): number =>
  blocks.reduce((sum, { length }) => sum + length, 0);

/** Decoded postings: those before `length` are valid, and the memory is used again. */
export interface PostingList {
  ordinals: Uint32Array;
  weights: Uint8Array;
  length: number;
  highest: number;
}

export const newPostingList = (): PostingList => ({
  ordinals: new Uint32Array(1024),
  weights: new Uint8Array(1024),
  length: 0,
  highest: 0,
});

/** Makes room for this many postings more. */
const reserve = (list: PostingList, count: number): void => {
  const needed = list.length + count;
  if (needed <= list.ordinals.length) return;
  const { ordinals, weights } = list;
  list.ordinals = new Uint32Array(needed * 2);
  list.weights = new Uint8Array(needed * 2);
  list.ordinals.set(ordinals);
  list.weights.set(weights);
};

/**
 * Decodes a block and adds its postings to the list.
 *
 * @param isWanted has a number above 0 at the ordinals whose postings are added; without it, all are. Most postings of a frequent word
 *   are of other documents, and to leave them out here takes half of the time
 */
export const decodePostings = (block: Uint8Array, list: PostingList, isWanted?: Uint8Array): void => {
  // A posting has at least two bytes.
  reserve(list, block.length >>> 1);
  const { ordinals, weights } = list;
  let [length, ordinal, at] = [list.length, 0, 0];
  while (at < block.length) {
    let distance = block[at++] ?? 0;
    if (distance > 127) {
      distance &= 127;
      for (let [shift, byte] = [7, 128]; byte > 127; shift += 7) {
        byte = block[at++] ?? 0;
        distance |= (byte & 127) << shift;
      }
    }
    ordinal += distance;
    if (isWanted === undefined || (isWanted[ordinal] ?? 0) > 0) {
      ordinals[length] = ordinal;
      weights[length++] = block[at] ?? 0;
    }
    at++;
  }
  list.length = length;
  list.highest = Math.max(list.highest, ordinal);
};

/** How fast a word that is repeated in an attribute counts less. */
const saturation = 1.2;

/** From how many words on an attribute is long: there a word counts less. No average of other documents, which would tell of them. */
const usualLength = 100;

/** The smallest weight that differs from the one below it; the bytes 1 to 255 cover the weights from it to `maxWeight`. */
const minWeight = 0.01;
const maxWeight = 3_000;

const stepsOfLog = 254 / Math.log(maxWeight / minWeight);

/** The weight of each byte. The step from one to the next is five percent. */
export const weights: Float32Array = Float32Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? 0 : minWeight * Math.exp((byte - 1) / stepsOfLog),
);

/** @returns the byte whose weight is nearest: from 1 to 255 */
const byteOf = (weight: number): number =>
  Math.max(1, Math.min(255, 1 + Math.round(Math.log(weight / minWeight) * stepsOfLog)));

/** What a word counts that is this often in an attribute of this length. */
const weightIn = (weight: number, count: number, length: number): number => {
  const slowness = saturation * (0.5 + (0.5 * length) / usualLength);
  return (weight * count * (1 + saturation)) / (count + slowness);
};

/** A word that stands for all words with this beginning, of one or two letters. */
export const beginningTerm = (letters: string): string => `^${letters}`;

/** How many letters a beginning has at most that is a word of its own in the index. */
export const maxTermLetters = 2;

const addWeight = (sums: Map<string, number>, word: string, weight: number): void => {
  sums.set(word, (sums.get(word) ?? 0) + weight);
};

/** How often each term is in an attribute. */
const countTerms = (words: readonly string[], termOf: TermOf): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const word of words) {
    const term = termOf(word);
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
};

const addBeginnings = (beginnings: Map<string, number>, word: string, counted: number): void => {
  const letters = Array.from(word.slice(0, 2 * maxTermLetters)).slice(0, maxTermLetters);
  for (let length = 1; length <= letters.length; length++) {
    const term = beginningTerm(letters.slice(0, length).join(''));
    beginnings.set(term, Math.max(beginnings.get(term) ?? 0, counted));
  }
};

/** Returns what the postings of a word are under: its stem, or the word itself. */
export type TermOf = (word: string) => string;

/**
 * Computes how much each term of a document counts: the sum over its attributes, which grows with their weights and with how
 * often words of the term are in them, and falls with their lengths. It depends on this document only. For beginnings of one
 * and two letters there are terms of the attributes with the highest weight: with all words, such a search would read
 * most of the index.
 *
 * @returns the byte of the weight by term
 */
export const weightOf = (text: readonly AttributeText[], termOf: TermOf): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  const beginnings = new Map<string, number>();
  const highest = Math.max(...text.map(({ weight }) => weight));
  for (const { weight, words } of text) {
    const counts = countTerms(words, termOf);
    const countedOf = (count: number): number => weightIn(weight, count, words.length);
    for (const [term, count] of counts) addWeight(sums, term, countedOf(count));
    if (weight < highest) continue;
    for (const word of new Set(words)) addBeginnings(beginnings, word, countedOf(counts.get(termOf(word)) ?? 1));
  }
  return new Map([...sums, ...beginnings].map(([term, weight]) => [term, byteOf(weight)]));
};
