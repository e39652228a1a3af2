// Counts the words of texts.
import { isObject } from '../../../lib/schema/jsonValues.ts';

/** A piece of a text; pieces with a key that was counted before are not counted again. */
export interface TextPiece {
  readonly key?: object;
  readonly text: string;
}

/** A function that counts the words of a text in this language; words as people see them, also in Chinese and Thai. */
export const createCounter = (lang: string | undefined): ((text: string) => number) => {
  const [known] = lang === undefined ? [] : Intl.Segmenter.supportedLocalesOf(lang);
  const segmenter = new Intl.Segmenter(known, { granularity: 'word' });
  return (text) => {
    let count = 0;
    for (const { isWordLike } of segmenter.segment(text)) if (isWordLike === true) count++;
    return count;
  };
};

/** @param pause called between pieces: it lets the page work, and rejects to end the count */
export const countWords = async (
  pieces: Iterable<TextPiece>,
  count: (text: string) => number,
  known: WeakMap<object, number>,
  pause: () => Promise<void>,
): Promise<number> => {
  let total = 0;
  for (const { key, text } of pieces) {
    const words = (key === undefined ? undefined : known.get(key)) ?? count(text);
    if (key !== undefined) known.set(key, words);
    total += words;
    await pause();
  }
  return total;
};

const textOf = (node: unknown): string => {
  if (!isObject(node)) return '';
  if (typeof node.text === 'string') return node.text;
  if (!Array.isArray(node.children)) return '';
  return node.children.map(textOf).join(node.type === 'list' ? '\n' : '');
};

/** @param blocks as they are stored */
export function* piecesOfBlocks(blocks: readonly unknown[]): Generator<TextPiece> {
  for (const block of blocks) if (isObject(block)) yield { key: block, text: textOf(block) };
}

/** Without addresses of links and pictures, and without HTML tags. */
export function* piecesOfMarkdown(markdown: string): Generator<TextPiece> {
  for (const line of markdown.split('\n'))
    yield { text: line.replaceAll(/\]\([^)]*\)|\]:\s*\S+|<[^>]*>|https?:\/\/\S+/gu, ' ') };
}

/** @returns the minutes in which most people read so many words: at least one */
export const readingMinutes = (words: number): number => Math.max(1, Math.round(words / 200));
