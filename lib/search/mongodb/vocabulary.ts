// The words of an index in memory, to find those that a searched word with mistakes may mean. A process reads them when the first
// search needs them; words that documents have got since then are missing for a minute.
import type { Db } from 'mongodb';
import { LruCache } from '../../platform/lruCache.ts';
import { allowedMistakes, mistakesBetween } from '../text/index.ts';
import { documentIdOf, indexRange } from '../indexing/index.ts';
import { wordsCollection } from './storedIndex.ts';

interface Vocabulary {
  readonly words: readonly string[];
  /** What the postings of each word are under. */
  readonly terms: readonly string[];
  /** Which letters each word has, a bit for each: so most words are left out without a comparison. */
  readonly letters: Uint32Array;
}

/** How many words all vocabularies of a process have at most. A word takes about a hundred bytes. */
const maxWords = 500_000;

const keptMs = 60_000;

interface Kept {
  readonly vocabulary: Vocabulary;
  readonly until: number;
}

const kept = new WeakMap<Db, LruCache<Kept>>();

const lettersOf = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits >>> 0;
};

const countBits = (bits: number): number => {
  let [rest, count] = [bits, 0];
  for (; rest !== 0; count++) rest &= rest - 1;
  return count;
};

const readVocabulary = async (db: Db, index: number): Promise<Vocabulary> => {
  const words: string[] = [];
  const terms: string[] = [];
  const found = wordsCollection(db).find({ _id: indexRange(index) }, { batchSize: 10_000 });
  for await (const { _id, stem } of found) {
    const word = documentIdOf(_id);
    words.push(word);
    terms.push(stem ?? word);
  }
  return { words, terms, letters: Uint32Array.from(words, lettersOf) };
};

const vocabularyOf = async (db: Db, index: number): Promise<Vocabulary> => {
  const cache = kept.get(db) ?? new LruCache<Kept>(maxWords, ({ vocabulary }) => vocabulary.words.length + 1);
  kept.set(db, cache);
  const key = String(index);
  const known = cache.take(key);
  const current =
    known !== undefined && known.until > performance.now()
      ? known
      : { vocabulary: await readVocabulary(db, index), until: performance.now() + keptMs };
  cache.set(key, current);
  return current.vocabulary;
};

/**
 * Finds the words of an index that differ from a searched one by as many mistakes as it may have.
 *
 * @returns each with what its postings are under; none for a word that may have no mistake
 */
export const findNearWords = async (
  db: Db,
  index: number,
  searched: string,
): Promise<readonly { readonly word: string; readonly term: string }[]> => {
  const mistakes = allowedMistakes(searched);
  if (mistakes === 0) return [];
  const { words, terms, letters } = await vocabularyOf(db, index);
  const searchedLetters = lettersOf(searched);
  const found: { readonly word: string; readonly term: string }[] = [];
  for (let place = 0; place < words.length; place++) {
    const word = words[place] ?? '';
    if (Math.abs(word.length - searched.length) > mistakes) continue;
    // One wrong letter changes two bits at most.
    if (countBits((letters[place] ?? 0) ^ searchedLetters) > 2 * mistakes) continue;
    if (mistakesBetween(searched, word) !== undefined) found.push({ word, term: terms[place] ?? word });
  }
  return found;
};

/** Lets the next search read the words anew. */
export const forgetVocabularies = (db: Db): void => {
  kept.delete(db);
};
