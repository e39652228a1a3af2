// Reads what somebody searches: words, phrases in quotes, and what documents must not have.
import { invalid } from '../../errors.ts';
import type { Search, SearchWord } from '../types.ts';
import { languageOf, stemOf } from './languages.ts';
import { readWords } from './readWords.ts';

const maxLength = 256;
const maxWords = 10;

const quotes = '"„“”«»‟「」『』';
/** A phrase in quotes, of which the last may be open, or a text without spaces; both with `-` before it if excluded. */
const partPattern = new RegExp(
  `(?<minus>(?<!\\S)-)?(?:[${quotes}](?<phrase>[^${quotes}]*)(?<closed>[${quotes}])?|(?<text>[^\\s${quotes}]+))`,
  'gu',
);

interface Part {
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  readonly isPhrase: boolean;
  /** The last word ends where the search ends, so it may be a beginning. */
  readonly isOpen: boolean;
}

const readParts = (text: string, locale: string | null): readonly Part[] =>
  [...text.matchAll(partPattern)].flatMap(({ index, 0: found, groups = {} }) => {
    const { minus, phrase, closed, text: plain } = groups;
    const content = phrase ?? plain ?? '';
    const words = readWords(content, locale);
    const end = index + found.length - (closed?.length ?? 0) - content.length + (words.at(-1)?.end ?? 0);
    const part: Part = {
      words: words.map((word) => word.text),
      isExcluded: minus !== undefined,
      isPhrase: phrase !== undefined,
      isOpen: closed === undefined && end === text.length,
    };
    return words.length === 0 ? [] : [part];
  });

/** The words of a phrase; the last one is not yet part of it while it is typed. */
const completeWords = ({ words, isOpen }: Part): readonly string[] => (isOpen ? words.slice(0, -1) : words);

/** @returns each word once: as a beginning or as required if one of them is */
const mergeEqual = (words: readonly SearchWord[]): readonly SearchWord[] => {
  const merged = new Map<string, SearchWord>();
  for (const word of words) {
    const before = merged.get(word.text) ?? word;
    merged.set(word.text, {
      ...word,
      isBeginning: before.isBeginning || word.isBeginning,
      isOptional: before.isOptional && word.isOptional,
    });
  }
  return [...merged.values()];
};

/** A search of frequent words only, such as "who is it", needs all of them. */
const requireSome = (words: readonly SearchWord[]): readonly SearchWord[] =>
  words.every(({ isOptional }) => isOptional) ? words.map((word) => ({ ...word, isOptional: false })) : words;

/**
 * Reads a search text in the language of a partition. A text without spaces that has several words, such as
 * `Baden-Württemberg` or Chinese, is a phrase.
 *
 * @param path the parameter that has the text, for errors: `q`
 * @returns undefined if the text has no words
 * @throws ApiError 400 if the text is longer than 256 characters, has more than 10 words, or only excludes
 */
export const parseSearchText = (text: string, locale: string | null, path: string): Search | undefined => {
  const refuse = (expected: string) => invalid(`Invalid value at ${path}, expected ${expected}`, { path });
  if (text.length > maxLength) throw refuse(`at most ${maxLength} characters`);
  const parts = readParts(text, locale);
  if (parts.length === 0) return undefined;
  if (parts.flatMap(({ words }) => words).length > maxWords) throw refuse(`at most ${maxWords} words`);
  const required = parts.filter(({ isExcluded }) => !isExcluded);
  if (required.length === 0) throw refuse('a word beside those with "-", which documents must not have');
  const stopWords = languageOf(locale)?.stopWords;
  const words = required.flatMap(({ words: found, isPhrase, isOpen }) =>
    found.map((word, i) => ({
      text: word,
      stem: stemOf(word, locale),
      isBeginning: isOpen && i === found.length - 1,
      isOptional: !isPhrase && stopWords?.has(word) === true,
    })),
  );
  return {
    words: requireSome(mergeEqual(words)),
    phrases: required.map(completeWords).filter(({ length }) => length > 1),
    excluded: parts.filter(({ isExcluded }) => isExcluded).map((part) => part.words),
  };
};
