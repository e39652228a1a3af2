// Documents in batches of which one transaction can write each.
import type { IndexEntry } from '../types.ts';

/** About how many words one transaction writes. It takes less than a second, for which events wait. */
export const maxBatchWords = 120_000;

/** How many words a document has. */
export const countWords = ({ text = [] }: Pick<IndexEntry, 'text'>): number =>
  text.reduce((sum, { words }) => sum + words.length, 0);

/**
 * Splits documents into batches of about so many words, which one transaction can write; a document is not split.
 */
export const splitByWords = <T extends Pick<IndexEntry, 'text'>>(
  entries: readonly T[],
  maxWords: number,
): readonly (readonly T[])[] => {
  const batches: T[][] = [];
  let room = 0;
  for (const entry of entries) {
    // One without words is written as well.
    const words = countWords(entry) + 1;
    if (words > room || batches.length === 0) {
      batches.push([]);
      room = maxWords;
    }
    batches.at(-1)?.push(entry);
    room -= words;
  }
  return batches;
};
