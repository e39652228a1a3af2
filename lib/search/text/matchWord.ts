// Decides whether a word of a document matches a searched word.
import { editDistance } from '../../schema/index.ts';
import type { SearchWord } from '../types.ts';

/** From how many letters on a word may have one wrong letter, and two. Short words have too many neighbours. */
export const wordLengths = { oneMistake: 5, twoMistakes: 9 };

/** @returns how many letters of the word may be wrong */
export const allowedMistakes = (word: string): 0 | 1 | 2 => {
  // Another number is another thing.
  if (word.length < wordLengths.oneMistake || /\p{N}/u.test(word)) return 0;
  return word.length < wordLengths.twoMistakes ? 1 : 2;
};

/**
 * @param allowed what `allowedMistakes` returns for the word
 * @returns how many letters of the word are wrong, added, missing or swapped; undefined: more than are allowed
 */
export const mistakesBetween = (
  word: string,
  documentWord: string,
  allowed: number = allowedMistakes(word),
): number | undefined => {
  // So it is for most words.
  if (Math.abs(word.length - documentWord.length) > allowed) return undefined;
  const mistakes = editDistance(word, documentWord, allowed);
  return mistakes === Infinity ? undefined : mistakes;
};

/**
 * @param documentWord in the form in which the index has words
 * @param documentStem `stemOf` this word in the language of the document
 * @returns whether the words match without a mistake: they are the same, have the same stem, or the document's word begins
 *   with the searched one
 */
export const isSameWord = (word: SearchWord, documentWord: string, documentStem: string | undefined): boolean =>
  word.text === documentWord ||
  (word.stem !== undefined && word.stem === documentStem) ||
  (word.isBeginning && documentWord.startsWith(word.text));
