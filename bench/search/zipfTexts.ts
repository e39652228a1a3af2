// Makes texts whose words are as frequent as in a language: the tenth word is ten times as frequent as the hundredth. Each depends
// only on its index, so a small data set is the beginning of a larger one.
import { Random } from '../data/random.ts';
import type { EntryText } from './entries.ts';

const wordCount = 200_000;
const consonants = 'b c d f g h k l m n p r s t v w st tr ch sch'.split(' ');
const vowels = 'a e i o u ei au ie'.split(' ');
const endings = ['n', 'r', 's', 't', 'ng', 'l', 'm', '', '', '', ''];
/** Zipf's law with Mandelbrot's correction for the most frequent words. */
const correction = 2.7;

const makeWords = (): readonly string[] => {
  const random = new Random(7);
  // Some sounds are more frequent than others.
  const pick = (sounds: readonly string[]): string => sounds[Math.floor(random.next() ** 1.4 * sounds.length)] ?? '';
  const words = new Set<string>();
  while (words.size < wordCount) {
    // Frequent words are short.
    const syllables = 1 + random.below(2) + (words.size > 500 ? 1 : 0) + (words.size > 20_000 ? random.below(2) : 0);
    words.add(Array.from({ length: syllables }, () => pick(consonants) + pick(vowels) + pick(endings)).join(''));
  }
  return [...words];
};

/** All words, the most frequent first. */
export const words = makeWords();

const sums = new Float64Array(wordCount);
for (let rank = 0, sum = 0; rank < wordCount; rank++) {
  sum += 1 / (rank + correction);
  sums[rank] = sum;
}

/** @returns the rank of a word */
const drawRank = (random: Random): number => {
  const drawn = random.next() * (sums[wordCount - 1] ?? 0);
  let [low, high] = [0, wordCount - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < drawn) low = middle + 1;
    else high = middle;
  }
  return low;
};

const drawRanks = (random: Random, count: number): readonly number[] =>
  Array.from({ length: count }, () => drawRank(random));

const ranksAt = (index: number) => {
  const random = new Random(index * 13 + 1);
  return {
    title: drawRanks(random, 4 + random.below(6)),
    summary: drawRanks(random, 10 + random.below(10)),
    body: drawRanks(random, 100 + random.below(51)),
  };
};

const textOf = (ranks: readonly number[]): string => ranks.map((rank) => words[rank]).join(' ');

export const zipfTextAt = (index: number): EntryText => {
  const { title, summary, body } = ranksAt(index);
  return { locale: 'en', title: textOf(title), summary: textOf(summary), body: textOf(body) };
};

/** The ranks of words that people search: not among the most frequent, and not unique. */
const searchedRanks = { from: 20, to: 20_000 };

/** Different pairs of words that follow each other in a document, so that `_q` finds it as well. */
export const drawPairs = (documents: number, count: number): readonly (readonly [string, string])[] => {
  const random = new Random(42);
  const isSearched = (rank: number): boolean => rank >= searchedRanks.from && rank < searchedRanks.to;
  const pairs = new Map<string, readonly [string, string]>();
  // Few documents have fewer pairs.
  for (let attempt = 0; attempt < 5 * count && pairs.size < count; attempt++) {
    const { body } = ranksAt(random.below(documents));
    const at = random.below(body.length - 1);
    const [first = 0, second = 0] = [body[at], body[at + 1]];
    if (first !== second && isSearched(first) && isSearched(second))
      pairs.set(`${first} ${second}`, [words[first] ?? '', words[second] ?? '']);
  }
  return [...pairs.values()];
};
