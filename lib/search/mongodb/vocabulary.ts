// The words of an index in memory, to find those that a searched word with mistakes may mean. A process reads them when the first
// search needs them; words that documents have got since then are missing for a minute.
import type { Db } from 'mongodb';
import { LruCache } from '../../platform/lruCache.ts';
import { allowedMistakes, mistakesBetween } from '../text/index.ts';
import { documentIdOf, indexRange } from '../indexing/index.ts';
import type { StoredIndex } from '../types.ts';
import { memoryKey } from './indexMemory.ts';
import { wordsCollection } from './storedIndex.ts';

/** A word, and what its postings are under. */
interface VocabularyWord {
  readonly word: string;
  readonly term: string;
}

interface Vocabulary {
  /** The short ones first. */
  readonly words: readonly VocabularyWord[];
  /** Which letters each word has, a bit for each: so most words are left out without a comparison. */
  readonly letters: Uint32Array;
  /** Where the words of each length begin. */
  readonly starts: Uint32Array;
  /** The near words of words that were searched. */
  readonly near: LruCache<readonly VocabularyWord[]>;
}

/** How many words all vocabularies of a process have at most. A word takes about a hundred bytes. */
const maxWords = 500_000;

const keptMs = 60_000;

interface Kept {
  readonly vocabulary: Promise<Vocabulary>;
  /** 1 until it is read. */
  readonly words: number;
  /** The highest ordinal whose words it has. */
  readonly ordinals: number;
  readonly until: number;
}

const kept = new WeakMap<Db, LruCache<Kept>>();

/** Whether not more bits than this are set. */
const hasFewBits = (bits: number, most: number): boolean => {
  let rest = bits;
  for (let count = 0; count < most && rest !== 0; count++) rest &= rest - 1;
  return rest === 0;
};

const lettersOf = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits >>> 0;
};

/** The longest word that an index has, and one more letter. */
const lengths = 66;

/** How many searched words a vocabulary remembers. */
const maxSearched = 1_000;

const readVocabulary = async (db: Db, { _id: index }: StoredIndex): Promise<Vocabulary> => {
  const byLength = Array.from({ length: lengths }, (): VocabularyWord[] => []);
  const found = await wordsCollection(db)
    .find({ _id: indexRange(index) }, { batchSize: 50_000 })
    .toArray();
  for (const { _id, stem } of found) {
    const word = documentIdOf(_id);
    byLength[Math.min(word.length, lengths - 1)]?.push({ word, term: stem ?? word });
  }
  const words = byLength.flat();
  const starts = new Uint32Array(lengths + 1);
  for (const [length, ofLength] of byLength.entries()) starts[length + 1] = (starts[length] ?? 0) + ofLength.length;
  const letters = Uint32Array.from(words, ({ word }) => lettersOf(word));
  return { words, letters, starts, near: new LruCache(maxSearched) };
};

/** The vocabulary of an index: read once for all searches that wait for it, and anew beside those that use the old one. */
const vocabularyOf = (db: Db, index: StoredIndex): Promise<Vocabulary> => {
  const cache = kept.get(db) ?? new LruCache<Kept>(maxWords, ({ words }) => words);
  kept.set(db, cache);
  const key = memoryKey(index);
  const known = cache.take(key);
  const now = performance.now();
  if (known !== undefined && (known.until > now || known.ordinals >= index.ordinals)) {
    cache.set(key, known);
    return known.vocabulary;
  }
  const vocabulary = readVocabulary(db, index);
  const current = { vocabulary, words: 1, ordinals: index.ordinals, until: now + keptMs };
  cache.set(key, known === undefined ? current : { ...known, until: current.until });
  vocabulary.then(
    ({ words }) => {
      cache.set(key, { ...current, words: words.length + 1 });
    },
    () => cache.take(key),
  );
  return known?.vocabulary ?? vocabulary;
};

const compareWords = ({ words, letters, starts }: Vocabulary, searched: string): readonly VocabularyWord[] => {
  const mistakes = allowedMistakes(searched);
  const searchedLetters = lettersOf(searched);
  const start = starts[Math.max(0, searched.length - mistakes)] ?? 0;
  const end = starts[Math.min(lengths, searched.length + mistakes + 1)] ?? 0;
  const found: VocabularyWord[] = [];
  for (let place = start; place < end; place++) {
    // One wrong letter changes two bits at most.
    if (!hasFewBits((letters[place] ?? 0) ^ searchedLetters, 2 * mistakes)) continue;
    const word = words[place];
    if (word !== undefined && mistakesBetween(searched, word.word) !== undefined) found.push(word);
  }
  return found;
};

/**
 * Finds the words of an index that differ from a searched one by as many mistakes as it may have.
 *
 * @returns each with what its postings are under; none for a word that may have no mistake
 */
export const findNearWords = async (
  db: Db,
  index: StoredIndex,
  searched: string,
): Promise<readonly VocabularyWord[]> => {
  if (allowedMistakes(searched) === 0) return [];
  const vocabulary = await vocabularyOf(db, index);
  return vocabulary.near.get(searched, () => compareWords(vocabulary, searched));
};

/** Lets the next search read the words anew. */
export const forgetVocabularies = (db: Db): void => {
  kept.delete(db);
};
