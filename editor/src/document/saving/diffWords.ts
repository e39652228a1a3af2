// Finds the words in which two texts differ.
import { compareLists } from './compareLists.ts';

/** A part of a text. */
export interface TextPart {
  readonly text: string;
  /** Whether the other text does not have it. */
  readonly isChanged: boolean;
}

/** Comparing more words would keep the page waiting: then they are one changed part. */
const maxWords = 3_000;

/** Words, the spaces between them, and other characters one by one. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s+|./gsu) ?? [];

/** @returns the parts of both texts */
export const diffWords = (own: string, other: string): Readonly<Record<'own' | 'other', readonly TextPart[]>> => {
  const words = { own: wordsOf(own), other: wordsOf(other) };
  const places = { own: 0, other: 0 };
  const parts: { own: TextPart[]; other: TextPart[] } = { own: [], other: [] };
  for (const part of compareLists(words.own, words.other, maxWords))
    for (const side of ['own', 'other'] as const) {
      const text = words[side].slice(places[side], (places[side] += part[side])).join('');
      if (text !== '') parts[side].push({ text, isChanged: !part.isCommon });
    }
  return parts;
};
