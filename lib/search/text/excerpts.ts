// Makes excerpts of texts, with what was searched marked.
import type { Search } from '../types.ts';
import { stemOf } from './languages.ts';
import { allowedMistakes, isSameWord, mistakesBetween } from './matchWord.ts';
import { readWords } from './readWords.ts';

const excerptLength = 180;
/** Hits of one passage; the rest of its length is what is around them. */
const maxPassageLength = 140;
/** A longer text is read as far as this, so that the time for an excerpt is limited. */
const maxReadLength = 20_000;
const maxHits = 500;

/** A word of a text that matches. */
interface TextHit {
  readonly start: number;
  readonly end: number;
  /** The searched words that it matches. */
  readonly words: readonly number[];
}

interface ReadText {
  readonly text: string;
  readonly hits: readonly TextHit[];
}

/** What an excerpt is searched with. */
interface ExcerptSearch {
  readonly search: Search;
  /** Of the document. */
  readonly locale: string | null;
  /** The letters that begin all words which match without a mistake; undefined: they may begin with any. */
  readonly initials: string | undefined;
}

/** In whose words an ending may be at the beginning, so that words with one stem begin with different letters. */
const hasPrefixes = (locale: string | null): boolean => /^id\b/iu.test(locale ?? '');

const initialsOf = ({ words }: Search, locale: string | null): string | undefined =>
  hasPrefixes(locale) ? undefined : words.map(({ text, stem = '' }) => text.charAt(0) + stem.charAt(0)).join('');

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' },
};

const escapeText = (text: string): string =>
  /[&"'<>]|\s\s|[^\S ]/u.test(text)
    ? text.replaceAll(/\s+/gu, ' ').replaceAll(/[&"'<>]/gu, (one) => escapes[one] ?? one)
    : text;

/**
 * A word with wrong letters counts only if no text has the word itself.
 *
 * @param isComplete whether these are all words of the texts, and not only those with the initials of the search
 * @returns the indexes of the searched words by the words of the texts; undefined: it needs all words
 */
const matchesOf = (
  { search, locale }: ExcerptSearch,
  documentWords: ReadonlySet<string>,
  isComplete: boolean,
): ReadonlyMap<string, readonly number[]> | undefined => {
  const stems = [...documentWords].map((word) => [word, stemOf(word, locale)] as const);
  const matches = new Map<string, number[]>();
  for (const [i, word] of search.words.entries()) {
    if (word.isOptional) continue;
    const found = stems.flatMap(([documentWord, stem]) => (isSameWord(word, documentWord, stem) ? [documentWord] : []));
    const mayHaveMistakes = found.length === 0 && allowedMistakes(word.text) > 0;
    if (mayHaveMistakes && !isComplete) return undefined;
    const marked = mayHaveMistakes
      ? [...documentWords].filter((documentWord) => mistakesBetween(word.text, documentWord) !== undefined)
      : found;
    for (const documentWord of marked) matches.set(documentWord, [...(matches.get(documentWord) ?? []), i]);
  }
  return matches;
};

const readTexts = (texts: readonly string[], excerptSearch: ExcerptSearch): readonly ReadText[] => {
  const { locale, initials } = excerptSearch;
  const read = texts.map((text) => ({ text, words: readWords(text.slice(0, maxReadLength), locale, initials) }));
  const documentWords = new Set(read.flatMap(({ words }) => words.map((word) => word.text)));
  const matches = matchesOf(excerptSearch, documentWords, initials === undefined);
  if (matches === undefined) return readTexts(texts, { ...excerptSearch, initials: undefined });
  return read.map(({ text, words }) => {
    const hits = words.flatMap(({ text: word, start, end }) => {
      const matched = matches.get(word);
      return matched === undefined ? [] : [{ start, end, words: matched }];
    });
    return { text, hits };
  });
};

/** Writes a part of a text as HTML. Hits that follow each other are marked one by one, as words are. */
const writeMarked = (text: string, hits: readonly TextHit[], from: number, to: number): string => {
  let html = '';
  let at = from;
  for (const { start, end } of hits) {
    if (start < from || end > to) continue;
    html += `${escapeText(text.slice(at, start))}<mark>${escapeText(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeText(text.slice(at, to));
};

interface Passage {
  readonly text: ReadText;
  readonly start: number;
  readonly end: number;
  /** How many of the searched words it has, then how many hits. */
  readonly rank: number;
}

/** The passages that begin with a hit. */
const passagesOf = (text: ReadText): readonly Passage[] => {
  const hits = text.hits.slice(0, maxHits);
  return hits.map(({ start }, i) => {
    const inside = hits.slice(i).filter(({ end }, j) => j === 0 || end - start <= maxPassageLength);
    const words = new Set(inside.flatMap((hit) => hit.words)).size;
    return { text, start, end: inside.at(-1)?.end ?? start, rank: words * maxHits + inside.length };
  });
};

/** Writes a passage with what is around it, as far as the length of an excerpt allows; it begins and ends with a word. */
const writePassage = ({ text: { text, hits }, start, end }: Passage, locale: string | null): string => {
  const rest = Math.max(0, excerptLength - (end - start));
  // Near the end of a text more of what is before belongs to the excerpt, and near the start more of what is after.
  const before = Math.min(start, Math.max(Math.floor(rest / 3), rest - (text.length - end)));
  const earliest = start - before;
  const latest = end + (rest - before);
  // One character more on each side shows whether the words there are complete.
  const offset = Math.max(0, earliest - 1);
  const around = readWords(text.slice(offset, latest + 1), locale);
  const from =
    earliest === 0 ? 0 : offset + (around.find((word) => offset + word.start >= earliest)?.start ?? start - offset);
  const to =
    latest >= text.length
      ? text.length
      : offset + (around.findLast((word) => offset + word.end <= latest)?.end ?? end - offset);
  const html = writeMarked(text, hits, Math.min(from, start), Math.max(to, end)).trim();
  return `${from > 0 ? '…' : ''}${html}${to < text.length ? '…' : ''}`;
};

/**
 * Makes an excerpt of about 180 characters around the passage that has most of the searched words.
 *
 * @param texts without markup, the most important one first; among equal passages, the first one is taken
 * @param locale of the document
 * @returns HTML: escaped text, in which `<mark>` is around each hit; without hits the beginning of the first text
 */
export const excerptOf = (texts: readonly string[], search: Search, locale: string | null): string => {
  const read = readTexts(texts, { search, locale, initials: initialsOf(search, locale) });
  const [first] = read;
  if (first === undefined) return '';
  let best: Passage = { text: first, start: 0, end: 0, rank: 0 };
  for (const passage of read.flatMap(passagesOf)) if (passage.rank > best.rank) best = passage;
  return writePassage(best, locale);
};
