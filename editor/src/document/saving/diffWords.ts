// Finds the words in which two texts differ.
import { diffComm } from 'node-diff3';
import { numberRepeats } from './numberRepeats.ts';

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

/** What both lists have, or what each of them has, in order. */
interface Chunk {
  readonly common?: readonly string[];
  readonly buffer1?: readonly string[];
  readonly buffer2?: readonly string[];
}

/** @param most longer lists differ as a whole: comparing them would keep the page waiting */
export const compareLists = (own: readonly string[], other: readonly string[], most: number): readonly Chunk[] =>
  Math.max(own.length, other.length) > most
    ? [{ buffer1: own, buffer2: other }]
    : diffComm(...numberRepeats([own, other]));

/** @returns the parts of both texts; very many words between the first and the last difference are one changed part */
export const diffWords = (own: string, other: string): Readonly<Record<'own' | 'other', readonly TextPart[]>> => {
  const [local, foreign] = [wordsOf(own), wordsOf(other)];
  const start = commonLength(local, foreign);
  const end = commonLength(local.slice(start).reverse(), foreign.slice(start).reverse());
  const middle = (words: readonly string[]) => words.slice(start, words.length - end);
  const parts: { own: TextPart[]; other: TextPart[] } = { own: [], other: [] };
  const words = { own: local, other: foreign };
  const places = { own: 0, other: 0 };
  const add = (side: 'own' | 'other', count: number, isChanged: boolean) => {
    const text = words[side].slice(places[side], (places[side] += count)).join('');
    if (text !== '') parts[side].push({ text, isChanged });
  };
  const chunks: readonly Chunk[] = [
    { common: local.slice(0, start) },
    ...compareLists(middle(local), middle(foreign), maxWords),
    { common: local.slice(local.length - end) },
  ];
  for (const { common, buffer1 = common ?? [], buffer2 = common ?? [] } of chunks) {
    add('own', buffer1.length, common === undefined);
    add('other', buffer2.length, common === undefined);
  }
  return parts;
};
