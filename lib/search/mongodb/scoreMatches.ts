// Finds and ranks the documents of one partition that have the words of a search. It works on ordinals in typed arrays, because
// a frequent word has many thousands of postings.
import { neededWords } from '../neededWords.ts';
import { decodePostings, newPostingList, sizeOfBlocks, weights, type PostingList } from './postings.ts';
import { isRemoved } from './removedOrdinals.ts';

/** A word of the index that stands for a searched one. */
export interface Variant {
  /** How much it counts, beside 1 for the searched word itself. */
  readonly factor: number;
  /** Whether it is the searched word with a mistake; these come last. */
  readonly isNear?: boolean;
  readonly blocks: readonly Uint8Array[];
}

/** A searched word, with the words of the index that stand for it. */
export interface ScoredWord {
  readonly variants: readonly Variant[];
  readonly isOptional: boolean;
}

export interface ScoreInput {
  readonly words: readonly ScoredWord[];
  /** The blocks of words that a document must have itself. */
  readonly exact: readonly (readonly Uint8Array[])[];
  /** The blocks of words that a document must not have. */
  readonly excluded: readonly (readonly Uint8Array[])[];
  /** The bits of the removed ordinals, by number of their block. */
  readonly removed: ReadonlyMap<number, Uint8Array>;
  /** The highest ordinal: the blocks may have higher ones, which the other blocks need not have. */
  readonly highest: number;
}

/** The documents that match, in no order. */
export interface ScoredOrdinals {
  readonly ordinals: Uint32Array;
  readonly scores: Float32Array;
}

/** What a document gets for a word, beside its weight: so one with more of the words ranks before most with fewer. */
const scoreOfWord = 1;

/** The weight that counts half: so one word in a title does not count more than all words in the body. */
const halfWeight = 2;

/** How much a word counts that is frequent in its language. */
const optionalFactor = 0.3;

/** What the weight of a word counts, below 1. */
const saturate = (weight: number): number => weight / (weight + halfWeight);

/**
 * Rounds what is added to a sum, so that sums are exact in 32 bits. Otherwise their last bits depend on the order in which words are
 * added, and this order on other documents.
 */
const roundWeight = (weight: number): number => Math.round(weight * 1_024) / 1_024;
const roundScore = (score: number): number => Math.round(score * 65_536) / 65_536;

/** What each byte of a weight counts, by factor: there are few factors, and a beginning stands for hundreds of terms. */
const weightsByFactor = new Map<number, Float32Array>();

const weightsWith = (factor: number): Float32Array => {
  const known = weightsByFactor.get(factor) ?? weights.map((weight) => roundWeight(factor * weight));
  weightsByFactor.set(factor, known);
  return known;
};

/** Memory that is used again. Between two searches `counts`, `sums` and `weightSums` have only zeros. */
const scratch = {
  counts: new Uint8Array(0),
  sums: new Float32Array(0),
  weightSums: new Float32Array(0),
};

/** A list of ordinals in memory that is used again. */
interface OrdinalList {
  ordinals: Uint32Array;
  length: number;
}

const newOrdinalList = (): OrdinalList => ({ ordinals: new Uint32Array(1024), length: 0 });

/** The ordinals that have the word. */
const touched = newOrdinalList();
/** The ordinals that have some of the words so far. */
const candidates = newOrdinalList();

const reserveScratch = (highest: number): void => {
  if (highest < scratch.counts.length) return;
  const size = Math.ceil((highest + 1) * 1.25);
  const { counts, sums, weightSums } = scratch;
  scratch.counts = new Uint8Array(size);
  scratch.sums = new Float32Array(size);
  scratch.weightSums = new Float32Array(size);
  scratch.counts.set(counts);
  scratch.sums.set(sums);
  scratch.weightSums.set(weightSums);
};

/** Makes room for this many ordinals more, and returns the memory. */
const reserveOrdinals = (list: OrdinalList, count: number): Uint32Array => {
  const needed = list.length + count;
  if (needed > list.ordinals.length) {
    const { ordinals } = list;
    list.ordinals = new Uint32Array(needed * 2);
    list.ordinals.set(ordinals);
  }
  return list.ordinals;
};

const list: PostingList = newPostingList();

/** @param opens false: only the postings of documents that have some of the words so far */
const decode = (blocks: readonly Uint8Array[], opens: boolean): void => {
  list.length = 0;
  list.highest = 0;
  const isWanted = opens ? undefined : scratch.counts;
  for (const block of blocks) decodePostings(block, list, isWanted);
  if (opens) reserveScratch(list.highest);
};

/** What a document gets for a word. A word with a mistake counts less than any other. */
const scoreOf = (saturated: number, isNear: boolean, isOptional: boolean): number =>
  roundScore(isOptional ? optionalFactor * saturated : saturated + (isNear ? 0 : scoreOfWord));

/** Adds a word of the index that alone stands for the searched word, which is so for most words. */
const addOnlyVariant = ({ factor, blocks, isNear = false }: Variant, isOptional: boolean, opens: boolean): void => {
  decode(blocks, opens);
  const { counts, sums } = scratch;
  const count = isOptional ? 0 : 1;
  const values = weightsWith(factor).map((weight) => scoreOf(saturate(weight), isNear, isOptional));
  const { ordinals, weights: bytes, length } = list;
  const found = reserveOrdinals(candidates, length);
  let end = candidates.length;
  for (let index = 0; index < length; index++) {
    const ordinal = ordinals[index] ?? 0;
    const before = counts[ordinal] ?? 0;
    if (before === 0) found[end++] = ordinal;
    counts[ordinal] = before + count;
    sums[ordinal] = (sums[ordinal] ?? 0) + (values[bytes[index] ?? 0] ?? 0);
  }
  candidates.length = end;
};

/** `weightSums` has the weights of words with a mistake as negative numbers, so that they need no memory beside it. */
const markNear = (weight: number): number => -weight;
const isMarkedNear = (sum: number): boolean => sum < 0;

/** Adds the weight for each ordinal. Words with a mistake, which come last, count only where there is no other. */
const sumWeights = ({ factor, blocks, isNear = false }: Variant, opens: boolean): void => {
  decode(blocks, opens);
  const { weightSums } = scratch;
  const { ordinals, weights: bytes, length } = list;
  const values = weightsWith(factor);
  const found = reserveOrdinals(touched, length);
  let end = touched.length;
  for (let index = 0; index < length; index++) {
    const ordinal = ordinals[index] ?? 0;
    const weight = values[bytes[index] ?? 0] ?? 0;
    const before = weightSums[ordinal] ?? 0;
    if (isNear && before > 0) continue;
    if (before === 0) found[end++] = ordinal;
    weightSums[ordinal] = before + (isNear ? markNear(weight) : weight);
  }
  touched.length = end;
};

/** From this part of all ordinals on, it is faster to look at each of them. */
const manyTouched = 1 / 16;

/** Puts the ordinals that have the word into their order if they are many: so what follows does not jump about in memory. */
const orderTouched = (): void => {
  const { weightSums } = scratch;
  if (touched.length < weightSums.length * manyTouched) return;
  const { ordinals } = touched;
  let end = 0;
  for (let ordinal = 0; end < touched.length; ordinal++) if (weightSums[ordinal] !== 0) ordinals[end++] = ordinal;
};

/** Adds a word for which several words of the index stand. */
const addVariants = (variants: readonly Variant[], isOptional: boolean, opens: boolean): void => {
  touched.length = 0;
  for (const variant of variants) sumWeights(variant, opens);
  orderTouched();
  const { counts, sums, weightSums } = scratch;
  const found = reserveOrdinals(candidates, touched.length);
  const { ordinals, length } = touched;
  const count = isOptional ? 0 : 1;
  let end = candidates.length;
  for (let index = 0; index < length; index++) {
    const ordinal = ordinals[index] ?? 0;
    const before = counts[ordinal] ?? 0;
    if (before === 0) found[end++] = ordinal;
    counts[ordinal] = before + count;
    const weight = weightSums[ordinal] ?? 0;
    sums[ordinal] = (sums[ordinal] ?? 0) + scoreOf(saturate(Math.abs(weight)), isMarkedNear(weight), isOptional);
    weightSums[ordinal] = 0;
  }
  candidates.length = end;
};

/** @param opens whether the word counts for documents that have none of the words before */
const addWord = ({ variants, isOptional }: ScoredWord, opens: boolean): void => {
  const filled = variants.filter(({ blocks }) => blocks.length > 0);
  const [first] = filled;
  if (first !== undefined && filled.length === 1) addOnlyVariant(first, isOptional, opens);
  else addVariants(filled, isOptional, opens);
};

/** Leaves out the documents that have a word. */
const excludeWord = (blocks: readonly Uint8Array[]): void => {
  decode(blocks, false);
  const { ordinals, length } = list;
  const { sums } = scratch;
  // A document whose sum is zero is left out.
  for (let index = 0; index < length; index++) sums[ordinals[index] ?? 0] = 0;
};

/** Leaves out the documents without a word. */
const requireWord = (blocks: readonly Uint8Array[]): void => {
  decode(blocks, false);
  const { sums, weightSums } = scratch;
  const { ordinals, length } = list;
  for (let index = 0; index < length; index++) weightSums[ordinals[index] ?? 0] = 1;
  for (let index = 0; index < candidates.length; index++) {
    const ordinal = candidates.ordinals[index] ?? 0;
    if (weightSums[ordinal] === 0) sums[ordinal] = 0;
  }
  for (let index = 0; index < length; index++) weightSums[ordinals[index] ?? 0] = 0;
};

const sizeOf = ({ variants }: ScoredWord): number =>
  variants.reduce((sum, { blocks }) => sum + sizeOfBlocks(blocks), 0);

const bySize = (words: readonly ScoredWord[]): readonly ScoredWord[] =>
  words
    .map((word) => [word, sizeOf(word)] as const)
    .toSorted(([, one], [, other]) => one - other)
    .map(([word]) => word);

/** The scores of the ordinals that are taken, which replace the candidates in their list. */
let takenScores = new Float32Array(0);

/** The candidates that have enough of the words. It clears the memory. */
const takeCandidates = (
  needed: number,
  { removed, highest }: Pick<ScoreInput, 'removed' | 'highest'>,
): ScoredOrdinals => {
  const { counts, sums } = scratch;
  const { ordinals } = candidates;
  if (takenScores.length < candidates.length) takenScores = new Float32Array(ordinals.length);
  let length = 0;
  for (let index = 0; index < candidates.length; index++) {
    const ordinal = ordinals[index] ?? 0;
    const count = counts[ordinal] ?? 0;
    const sum = sums[ordinal] ?? 0;
    counts[ordinal] = 0;
    sums[ordinal] = 0;
    if (count < needed || sum === 0 || ordinal > highest || isRemoved(removed, ordinal)) continue;
    ordinals[length] = ordinal;
    takenScores[length++] = sum;
  }
  candidates.length = 0;
  return { ordinals: ordinals.slice(0, length), scores: takenScores.slice(0, length) };
};

/** Finds the documents that have enough of the words, and how much they count. If all words are optional, none of them is. */
export const scoreMatches = ({ words, exact, excluded, ...state }: ScoreInput): ScoredOrdinals => {
  const areAllOptional = words.every(({ isOptional }) => isOptional);
  const required = bySize(
    areAllOptional ? words.map((word) => ({ ...word, isOptional: false })) : words.filter((word) => !word.isOptional),
  );
  const needed = neededWords(required.length);
  candidates.length = 0;
  // A document may lack a few words, so it must have one of the first ones.
  for (const [index, word] of required.entries()) addWord(word, index <= required.length - needed);
  if (!areAllOptional) for (const word of words) if (word.isOptional) addWord(word, false);
  for (const blocks of exact) requireWord(blocks);
  for (const blocks of excluded) excludeWord(blocks);
  return takeCandidates(needed, state);
};
