// Generates words, sentences and paragraphs.
import { Random } from './random.ts';

const syllables =
  'ba be bri co da del en fa fen gar gi ho il ka lan lo mar mi nor ol pa pel qui ra ro sal sen ti tor un va wen yl zor';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const random = new Random(1);
const parts = syllables.split(' ');

/** The words of titles and sentences. */
export const words: readonly string[] = [
  ...new Set(
    Array.from({ length: 600 }, () => Array.from({ length: 2 + random.below(3) }, () => random.pick(parts)).join('')),
  ),
].slice(0, 400);

const sentences = Array.from({ length: 1000 }, () =>
  capitalize(`${Array.from({ length: 8 + random.below(8) }, () => random.pick(words)).join(' ')}.`),
);

export const makeTitle = (from: Random): string =>
  capitalize(Array.from({ length: 5 }, () => from.pick(words)).join(' '));

/** @returns whole sentences with at least `room` characters */
export const makeProse = (from: Random, room: number): string => {
  let text = from.pick(sentences);
  while (text.length < room) text += ` ${from.pick(sentences)}`;
  return text;
};
