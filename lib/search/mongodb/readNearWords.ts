// Finds words with one mistake without a vocabulary in memory: it looks up all that one mistake can make of the searched word, so the
// work does not depend on how many words the dictionary has.
import type { Db } from 'mongodb';
import { documentIdOf } from '../indexing/index.ts';
import type { StoredIndex } from '../types.ts';
import { memoryKey, memoryOf } from './indexMemory.ts';
import { wordKey, wordsCollection, type VocabularyWord } from './storedIndex.ts';

/** For how many words with a mistake a searched one stands. Of 200,000 words that letters of a language make, it is 15 at most. */
export const maxNear = 50;

/** The first and the last letter of alphabets: Latin, Greek, Cyrillic, Hebrew, Arabic. Of other scripts, letters may be missing or swapped. */
const alphabets = ['az', 'αω', 'аї', 'את', 'ءي'];

const alphabetOf = (word: string): readonly string[] => {
  const code = word.charCodeAt(0);
  const [first = 1, last = 0] =
    alphabets
      .map((ends) => [ends.charCodeAt(0), ends.charCodeAt(1)] as const)
      .find(([start, end]) => code >= start && code <= end) ?? [];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => String.fromCharCode(first + place));
};

/** @returns what a word becomes if a letter is missing, added, wrong or swapped with the next one */
const wordsWithMistake = (word: string): ReadonlySet<string> => {
  const letters = alphabetOf(word);
  const words = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    words.add(before + after);
    words.add(before + after.charAt(0) + word.charAt(at) + after.slice(1));
    for (const letter of letters) words.add(before + letter + after).add(before + letter + word.slice(at));
  }
  return words;
};

/**
 * Finds words of an index that differ from a searched one by one mistake.
 *
 * @param maxKeys how many words may be looked up; if more are needed, none is found
 * @returns at most `maxNear` words
 * @throws MongoError when the database does not answer
 */
export const readNearWords = (
  db: Db,
  index: StoredIndex,
  searched: string,
  maxKeys: number,
): Promise<readonly VocabularyWord[]> => {
  const words = wordsWithMistake(searched);
  if (words.size > maxKeys) return Promise.resolve([]);
  return memoryOf(db).read(
    `${memoryKey(index)}near ${searched}`,
    index.ordinals,
    async () => {
      const found = await wordsCollection(db)
        .find({ _id: { $in: [...words].map((word) => wordKey(index._id, word)) } }, { limit: maxNear })
        .toArray();
      return found.map(({ _id, stem = documentIdOf(_id) }) => ({ word: documentIdOf(_id), term: stem }));
    },
    (near) => near.reduce((bytes, { word, term }) => bytes + word.length + term.length, 0),
  );
};
