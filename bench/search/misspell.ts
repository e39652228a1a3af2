// Makes the mistakes of people who type.
import type { Random } from '../data/random.ts';

const letters = 'etaoinshrdlu'.split('');

/** One letter wrong, missing, too many, or in the place of its neighbour; never the first. */
const mistype = (random: Random, word: string): string => {
  const at = 1 + random.below(word.length - 1);
  const letter = random.pick(letters.filter((one) => one !== word[at]?.toLowerCase()));
  const changes = [
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at - 1) + (word[at] ?? '') + (word[at - 1] ?? '') + word.slice(at + 1),
  ];
  return random.pick(changes.filter((change) => change !== word && (at > 1 || change.startsWith(word.charAt(0)))));
};

/** @returns the word with this many mistakes */
export const misspell = (random: Random, word: string, mistakes: number): string =>
  mistakes === 0 ? word : misspell(random, mistype(random, word), mistakes - 1);

/** @returns the text as somebody types it who has no key for accents */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .replaceAll('Ł', 'L');
