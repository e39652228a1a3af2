// The words of an index in memory, to find those that a searched word with mistakes may mean. A process reads them when the first
// search needs them, if it has room; words that documents have got since then are missing for a minute.
import { setImmediate } from 'node:timers/promises';
import type { Db } from 'mongodb';
import pLimit from 'p-limit';
import { LruCache } from '../../platform/lruCache.ts';
import { allowedMistakes, mistakesBetween } from '../text/index.ts';
import { findUsedIndexes, indexRange, isOfPartition } from '../indexing/index.ts';
import type { PartitionSearch, StoredIndex } from '../types.ts';
import { countBits } from './bits.ts';
import { decodeWord } from './decodeRows.ts';
import { maxRemembered, memoryKey } from './indexMemory.ts';
import { maxNear, readNearWords } from './readNearWords.ts';
import { wordsCollection, type VocabularyWord } from './storedIndex.ts';

/** The places of words in groups: those of group `g` are from `starts[g]` on, as far as those of the next one. */
interface WordGroups {
  readonly starts: Uint32Array;
  readonly places: Uint32Array;
}

interface Vocabulary {
  /** The short ones first. */
  readonly words: readonly VocabularyWord[];
  /** The letters of each word, and those that it has several times: so most words are left out without a comparison. */
  readonly letters: Int32Array;
  readonly repeated: Int32Array;
  /** Where the words of each length begin. */
  readonly starts: Uint32Array;
  /** By their first two letters, by two in the middle, and by the last two. */
  readonly byFirst: WordGroups;
  readonly byMiddle: WordGroups;
  readonly byLast: WordGroups;
  /** The near words of words that were searched. */
  readonly near: LruCache<readonly VocabularyWord[]>;
}

/** How long words are used before they are read anew: longer if that takes more than a fiftieth of the time. */
const keptMs = 60_000;
const readShare = 50;

/** A vocabulary that no search has used for so long makes room for others. Until then it stays, so that two do not evict each other. */
const idleMs = 600_000;

interface Kept {
  readonly vocabulary: Promise<Vocabulary>;
  /** Undefined until it is read. */
  readonly read?: Vocabulary;
  /** The state of the dictionary that it has. */
  readonly state: string;
  /** How many words the dictionary had then. */
  readonly words: number;
  readonly until: number;
  usedAt: number;
}

const kept = new WeakMap<Db, Map<string, Kept>>();

/** Names a state of the dictionary. */
const stateOf = ({ words, sweeps = 0 }: StoredIndex): string => `${words ?? ''} ${sweeps}`;

/** Which letters a word has, a bit for each, and which of them several times. */
const lettersOf = (word: string): readonly [letters: number, repeated: number] => {
  let [letters, repeated] = [0, 0];
  for (let at = 0; at < word.length; at++) {
    const bit = 1 << (word.charCodeAt(at) & 31);
    repeated |= letters & bit;
    letters |= bit;
  }
  return [letters, repeated];
};

/** How many groups there are of two letters, of each of which five bits count. */
const groupCount = 1 << 10;

const groupOf = (word: string, at: number): number =>
  ((word.charCodeAt(at) & 31) << 5) | (word.charCodeAt(at + 1) & 31);

/** Where the letters in the middle are. */
const middleStart = 3;

const firstGroupOf = (word: string): number => groupOf(word, 0);
const middleGroupOf = (word: string): number => groupOf(word, middleStart);
const lastGroupOf = (word: string): number => groupOf(word, word.length - 2);

const groupWords = async (
  words: readonly VocabularyWord[],
  groupOfWord: (word: string) => number,
): Promise<WordGroups> => {
  // 200,000 words take some ten milliseconds, so requests that came meanwhile are first.
  await setImmediate();
  const groups = Uint16Array.from(words, ({ word }) => groupOfWord(word));
  const starts = new Uint32Array(groupCount + 1);
  for (const group of groups) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  for (let group = 0; group < groupCount; group++) starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const ends = starts.slice();
  const places = new Uint32Array(words.length);
  for (let place = 0; place < groups.length; place++) {
    const group = groups[place] ?? 0;
    const end = ends[group] ?? 0;
    places[end] = place;
    ends[group] = end + 1;
  }
  return { starts, places };
};

const placesIn = ({ starts, places }: WordGroups, group: number): Uint32Array =>
  places.subarray(starts[group], starts[group + 1]);

/** The longest word that an index has, and one more letter. */
const lengths = 66;

/** How many searched words a vocabulary remembers. */
const maxSearched = 1_000;

/** How many words are decoded at a time. A thousand take five milliseconds, in which the process answers nothing else. */
const batchSize = 2_000;

/** Each vocabulary takes a connection while it is read, so a process reads one at a time. */
const oneAtATime = pLimit(1);

const readVocabulary = async (db: Db, { _id: index }: StoredIndex): Promise<Vocabulary> => {
  const byLength = Array.from({ length: lengths }, (): VocabularyWord[] => []);
  const rows = wordsCollection(db).find(
    { _id: indexRange(index) },
    { batchSize, raw: true, sort: { _id: 1 }, limit: maxRemembered.words },
  );
  while (await rows.hasNext())
    // With `raw` the driver returns the BSON of each row.
    for (const row of rows.readBufferedDocuments() as unknown as readonly Buffer[]) {
      const word = decodeWord(row);
      byLength[Math.min(word.word.length, lengths - 1)]?.push(word);
    }
  const words = byLength.flat();
  const starts = new Uint32Array(lengths + 1);
  for (const [length, ofLength] of byLength.entries()) starts[length + 1] = (starts[length] ?? 0) + ofLength.length;
  const [letters, repeated] = [new Int32Array(words.length), new Int32Array(words.length)];
  for (const [place, { word }] of words.entries()) [letters[place], repeated[place]] = lettersOf(word);
  return {
    ...{ words, letters, repeated, starts },
    byFirst: await groupWords(words, firstGroupOf),
    byMiddle: await groupWords(words, middleGroupOf),
    byLast: await groupWords(words, lastGroupOf),
    near: new LruCache(maxSearched),
  };
};

/**
 * Makes room for a vocabulary, at the cost of those that no search uses.
 *
 * @param used the keys of the indexes that searches read
 * @returns whether there is room; so what is in memory is never more than `maxRemembered.words`
 */
const makeRoom = (
  ofDb: Map<string, Kept>,
  { key, words }: { readonly key: string; readonly words: number },
  used: ReadonlySet<string>,
): boolean => {
  let room = maxRemembered.words - words;
  if (room < 0) return false;
  const now = performance.now();
  for (const [other, { words: ofOther, usedAt }] of ofDb) {
    if (other === key) continue;
    if (!used.has(other) || usedAt + idleMs < now) ofDb.delete(other);
    else room -= ofOther;
  }
  return room >= 0;
};

/**
 * The vocabulary of an index: read once for all searches that wait for it, and anew beside those that use the old one.
 *
 * @returns undefined if there is no room for it
 */
const vocabularyOf = async (db: Db, index: StoredIndex): Promise<Vocabulary | undefined> => {
  const used = new Set((await findUsedIndexes(db)).map(memoryKey));
  const ofDb = kept.get(db) ?? new Map<string, Kept>();
  kept.set(db, ofDb);
  const key = memoryKey(index);
  const known = ofDb.get(key);
  const now = performance.now();
  const state = stateOf(index);
  if (known !== undefined) {
    known.usedAt = now;
    if (known.until > now || known.state === state) return known.vocabulary;
  }
  const { words = Infinity } = index;
  if (!makeRoom(ofDb, { key, words }, used)) {
    ofDb.delete(key);
    return undefined;
  }
  const vocabulary = oneAtATime(() => readVocabulary(db, index));
  const current = { vocabulary, state, words, until: now + keptMs, usedAt: now };
  ofDb.set(key, known === undefined ? current : { ...known, words, until: current.until });
  vocabulary.then(
    (read) => {
      if (!ofDb.has(key)) return;
      const until = Math.max(current.until, now + readShare * (performance.now() - now));
      ofDb.set(key, { ...current, read, until, usedAt: performance.now() });
    },
    () => ofDb.delete(key),
  );
  return known?.vocabulary ?? vocabulary;
};

/**
 * The groups of all words that a searched word may mean. A mistake, also two letters that change places, is in the first two letters,
 * in the last two or between them. So with one mistake in five letters, the first two or the last two stay. With two
 * mistakes in nine letters, the same is true, or one is at each end: then those in the middle stay, perhaps one place further.
 */
const groupsToCompare = (
  { byFirst, byMiddle, byLast }: Vocabulary,
  searched: string,
  mistakes: number,
): readonly Uint32Array[] => {
  const middles = mistakes > 1 ? [middleStart - 1, middleStart, middleStart + 1] : [];
  return [
    placesIn(byFirst, firstGroupOf(searched)),
    ...middles.map((at) => placesIn(byMiddle, groupOf(searched, at))),
    placesIn(byLast, lastGroupOf(searched)),
  ];
};

/**
 * How many words are compared letter by letter for a searched word: of 200,000 words that letters of a language make, 350 in most cases
 * and 730 at most.
 */
const maxCompared = 5_000;

const compareWords = (vocabulary: Vocabulary, searched: string): readonly VocabularyWord[] => {
  const { words, letters, repeated, starts } = vocabulary;
  const mistakes = allowedMistakes(searched);
  const [ofSearched, repeatedOfSearched] = lettersOf(searched);
  const start = starts[Math.max(0, searched.length - mistakes)] ?? 0;
  const end = starts[Math.min(lengths, searched.length + mistakes + 1)] ?? 0;
  const found = new Map<VocabularyWord, number>();
  let compared = 0;
  for (const places of groupsToCompare(vocabulary, searched, mistakes))
    for (const place of places) {
      if (place < start || place >= end) continue;
      // One wrong letter changes two bits at most.
      const changed = countBits((letters[place] ?? 0) ^ ofSearched);
      if (changed > 2 * mistakes) continue;
      if (changed + countBits((repeated[place] ?? 0) ^ repeatedOfSearched) > 2 * mistakes) continue;
      const word = words[place];
      if (word === undefined || compared++ >= maxCompared) continue;
      const between = mistakesBetween(searched, word.word, mistakes);
      if (between !== undefined) found.set(word, between);
    }
  return [...found]
    .toSorted(([, one], [, other]) => one - other)
    .slice(0, maxNear)
    .map(([word]) => word);
};

/**
 * Reads the vocabularies that searches for words with mistakes need.
 *
 * @throws MongoError when the database does not answer
 */
export const loadVocabularies = async (db: Db, searches: readonly PartitionSearch[]): Promise<void> => {
  const used = await findUsedIndexes(db);
  await Promise.all(
    searches.map(async ({ partition, search: { words } }) => {
      const index = used.find((one) => isOfPartition(one, partition));
      if (index !== undefined && words.some(({ text }) => allowedMistakes(text) > 0)) await vocabularyOf(db, index);
    }),
  );
};

/**
 * Finds the words of an index that differ from a searched one by as many mistakes as it may have: at most `maxNear`, those with fewer
 * mistakes first. If there is no room for the vocabulary, words with one mistake are read.
 *
 * @param maxKeys how many words may be looked up for that
 * @returns each with what its postings are under; none for a word that may have no mistake
 */
export const findNearWords = async (
  db: Db,
  index: StoredIndex,
  searched: string,
  maxKeys: number,
): Promise<readonly VocabularyWord[]> => {
  if (allowedMistakes(searched) === 0) return [];
  const vocabulary = await vocabularyOf(db, index);
  if (vocabulary === undefined) return readNearWords(db, index, searched, maxKeys);
  return vocabulary.near.get(searched, () => compareWords(vocabulary, searched));
};

/** Whether the words in memory, with which a search of this state finds those with mistakes, may lack some of the index. */
export const lacksWords = (db: Db, index: StoredIndex): boolean => {
  const known = kept.get(db)?.get(memoryKey(index));
  return known !== undefined && known.state !== stateOf(index);
};

/**
 * Finds the stems of words with a beginning that do not begin so.
 *
 * @param text at least two letters
 * @returns undefined if the words of this state of the index are not in memory, or more than `most` begin so
 */
export const stemsInMemory = (
  db: Db,
  index: StoredIndex,
  text: string,
  most: number,
): ReadonlySet<string> | undefined => {
  const known = kept.get(db)?.get(memoryKey(index));
  if (known?.read === undefined || index.words === undefined || known.state !== stateOf(index)) return undefined;
  const { words, byFirst } = known.read;
  const stems = new Set<string>();
  let count = 0;
  for (const place of placesIn(byFirst, firstGroupOf(text))) {
    const found = words[place];
    if (found?.word.startsWith(text) !== true) continue;
    count++;
    if (!found.term.startsWith(text)) stems.add(found.term);
  }
  return count > most ? undefined : stems;
};

/** Lets the next search read the words anew. */
export const forgetVocabularies = (db: Db): void => {
  kept.delete(db);
};
