// Finds the words in which two texts differ.
import { diffComm } from 'node-diff3';

/** A part of a text. */
export interface TextPart {
  readonly text: string;
  /** Whether the other text does not have it. */
  readonly isChanged: boolean;
}

/** Comparing more words between the first and the last difference would keep the page waiting. */
const maxWords = 3_000;

/** Words, the spaces between them, and other characters one by one. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? [];

/** How many words, or other texts, both lists begin with. */
export const commonLength = (own: readonly string[], other: readonly string[]): number => {
  const length = own.findIndex((word, index) => word !== other[index]);
  return length < 0 ? own.length : length;
};

// The package does not declare the types of its results.
const compare = (own: string[], other: string[]) =>
  Math.max(own.length, other.length) > maxWords
    ? [{ buffer1: own, buffer2: other }]
    : (diffComm(own, other) as readonly { common?: string[]; buffer1?: string[]; buffer2?: string[] }[]);

/** @returns the parts of both texts; very many words between the first and the last difference are one changed part */
export const diffWords = (own: string, other: string): Readonly<Record<'own' | 'other', readonly TextPart[]>> => {
  const [local, foreign] = [wordsOf(own), wordsOf(other)];
  const start = commonLength(local, foreign);
  const end = commonLength(local.slice(start).reverse(), foreign.slice(start).reverse());
  const middle = (words: readonly string[]) => words.slice(start, words.length - end);
  const parts: { own: TextPart[]; other: TextPart[] } = { own: [], other: [] };
  const add = (side: 'own' | 'other', words: readonly string[] | undefined, isChanged: boolean) => {
    if (words !== undefined && words.length > 0) parts[side].push({ text: words.join(''), isChanged });
  };
  const chunks = [
    { common: local.slice(0, start) },
    ...compare(middle(local), middle(foreign)),
    { common: local.slice(local.length - end) },
  ];
  for (const { common, buffer1, buffer2 } of chunks) {
    add('own', common ?? buffer1, common === undefined);
    add('other', common ?? buffer2, common === undefined);
  }
  return parts;
};
