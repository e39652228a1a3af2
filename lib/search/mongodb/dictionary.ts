// What leads from a searched word to similar words: its stem, and the word with letters left out.
//
// Two words are similar if they are equal after letters were left out of both. Only the first letters count, so that
// long words do not need many keys; a measure of distance decides afterwards.

import { allowedMistakes } from '../text/index.ts';

/** How many of the first letters count. */
const keyLetters = 7;

/** From how many letters on a word may have one wrong letter, and two. */
const minLetters = { one: 5, two: 9 };

/** How many letters may be wrong in a word that is so long. */
const maxMistakes = (word: string): 0 | 1 | 2 => {
  const { length } = Array.from(word);
  return length >= minLetters.two ? 2 : length >= minLetters.one ? 1 : 0;
};

/** The texts that remain when up to so many letters are left out. */
const leaveOut = (letters: string, count: number): ReadonlySet<string> => {
  const all = new Set([letters]);
  let longest: readonly string[] = [letters];
  for (let left = count; left > 0; left--) {
    longest = longest.flatMap((text) => {
      const characters = Array.from(text);
      return characters.map((_, index) => characters.toSpliced(index, 1).join(''));
    });
    for (const text of longest) all.add(text);
  }
  return all;
};

const mistakeKeys = (word: string): readonly string[] =>
  [...leaveOut(Array.from(word).slice(0, keyLetters).join(''), maxMistakes(word))].map((text) => `~${text}`);

const withIndex = (index: number, keys: readonly string[]): readonly string[] => keys.map((key) => `${index}|${key}`);

export const stemKey = (index: number, stem: string): string => `${index}|=${stem}`;

/** The keys under which the dictionary has a word. A shorter word that is one mistake away from a longer one needs its own. */
export const dictionaryKeys = (index: number, word: string, stem: string | undefined): readonly string[] => [
  ...(stem === undefined ? [] : [stemKey(index, stem)]),
  ...(Array.from(word).length >= minLetters.one - 1 ? withIndex(index, mistakeKeys(word)) : []),
];

/** The keys of words that differ from a searched one by a mistake; none for a short word. */
export const similarWordKeys = (index: number, word: string): readonly string[] =>
  allowedMistakes(word) === 0 ? [] : withIndex(index, mistakeKeys(word));
