// Finds the words in which two texts differ.
import { diffComm } from 'node-diff3';

/** A part of a text. */
export interface TextPart {
  readonly text: string;
  /** Whether the other text does not have it. */
  readonly isChanged: boolean;
}

/** Comparing longer texts would keep the page waiting. */
const maxWords = 3_000;

/** Longer texts surely have so many words, and are not even divided into them. */
const maxCharacters = 50_000;

/** Words, the spaces between them, and other characters one by one. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? [];

const whole = (text: string): readonly TextPart[] => [{ text, isChanged: true }];

/** @returns the parts of both texts; very long texts have one changed part */
export const diffWords = (own: string, other: string): Readonly<Record<'own' | 'other', readonly TextPart[]>> => {
  const asWhole = { own: whole(own), other: whole(other) };
  if (Math.max(own.length, other.length) > maxCharacters) return asWhole;
  const [local, foreign] = [wordsOf(own), wordsOf(other)];
  if (Math.max(local.length, foreign.length) > maxWords) return asWhole;
  const parts: { own: TextPart[]; other: TextPart[] } = { own: [], other: [] };
  const add = (side: 'own' | 'other', words: readonly string[] | undefined, isChanged: boolean) => {
    if (words !== undefined && words.length > 0) parts[side].push({ text: words.join(''), isChanged });
  };
  // The package does not declare the types of its results.
  const chunks = diffComm(local, foreign) as readonly { common?: string[]; buffer1?: string[]; buffer2?: string[] }[];
  for (const { common, buffer1, buffer2 } of chunks) {
    add('own', common ?? buffer1, common === undefined);
    add('other', common ?? buffer2, common === undefined);
  }
  return parts;
};
