// Makes excerpts of texts, with what was searched marked.
import type { Search, SearchWord } from '../types.ts';
import { stemOf } from './languages.ts';
import { allowedMistakes, isSameWord, mistakesBetween } from './matchWord.ts';
import { readWords, type Word, type WordFilter } from './readWords.ts';

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

/** What the excerpts of a search have in common. */
interface ExcerptSearch {
  readonly search: Search;
  /** Of the documents. */
  readonly locale: string | null;
  /** With which letters all words begin that match without a mistake; undefined: they may begin with any. */
  readonly beginnings: readonly string[] | undefined;
  /** How many letters of each searched word may be wrong. */
  readonly mistakes: readonly number[];
  /** The indexes of the searched words that words of documents match, because the documents have many in common. */
  readonly matches: Map<string, readonly number[]>;
  /** The same for words with a mistake. */
  readonly near: Map<string, readonly number[]>;
}

/** In whose words an ending may be at the beginning, so that words with one stem begin with different letters. */
const hasPrefixes = (locale: string | null): boolean => /^id\b/iu.test(locale ?? '');

/**
 * How many of its first letters a word has in common with its stem. That of a short one may have others: `dying` has the one of `die`,
 * `maan` the one of `manen`.
 */
const keptLetters = (stem: string, word: string): number => {
  if (stem.length > 4) return 3;
  return word.length > 5 ? 2 : 1;
};

const beginningsOf = ({ words }: Search, locale: string | null): readonly string[] | undefined =>
  hasPrefixes(locale)
    ? undefined
    : words.flatMap(({ text, stem = text }) =>
        [...new Set([text, stem])].map((one) => one.slice(0, keptLetters(stem, text))),
      );

/** Lets through what may begin so, without making a text of it. */
const beginningFilter = (beginnings: readonly string[]): WordFilter => {
  // A bit for the last five bits of each first letter, in which capitals are as other letters.
  const firstLetters = beginnings.reduce((bits, beginning) => bits | (1 << beginning.charCodeAt(0)), 0);
  return (text, start) => {
    const first = text.charCodeAt(start);
    // So it is for most words.
    if (first < 0x80 && ((firstLetters >>> first) & 1) === 0) return false;
    return beginnings.some((beginning) => {
      for (let at = 0; at < beginning.length; at++) {
        const code = text.charCodeAt(start + at);
        // Without its accent, it may be any letter, or two.
        if (code > 0x7f) return true;
        if ((code | 0x20) !== beginning.charCodeAt(at)) return false;
      }
      return true;
    });
  };
};

/** How many letters more a word can have without accents: `ß` and others are two. */
const maxLonger = 4;

const isAsciiBetween = (text: string, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
};

/** Lets through what has about as many letters as one of the words. */
const lengthFilter = (words: readonly SearchWord[]): WordFilter => {
  const ranges = words.map(({ text }) => {
    const mistakes = allowedMistakes(text);
    return { least: text.length - mistakes, most: text.length + mistakes };
  });
  return (text, start, end) =>
    ranges.some(({ least, most }) => {
      const length = end - start;
      if (length > most || length < least - maxLonger) return false;
      return length >= least || !isAsciiBetween(text, start, end);
    });
};

const none: readonly number[] = [];

/** @returns the indexes of the searched words, except optional ones, for which `isMatch` holds */
const indexesOf = ({ words }: Search, isMatch: (word: SearchWord, i: number) => boolean): readonly number[] => {
  const found: number[] = [];
  for (const [i, word] of words.entries()) if (!word.isOptional && isMatch(word, i)) found.push(i);
  return found.length === 0 ? none : found;
};

const matchesOf = ({ search, locale, beginnings, matches }: ExcerptSearch, word: string): readonly number[] => {
  const known = matches.get(word);
  if (known !== undefined) return known;
  if (beginnings?.some((beginning) => word.startsWith(beginning)) === false) return none;
  const stem = stemOf(word, locale);
  const found = indexesOf(search, (searched) => isSameWord(searched, word, stem));
  matches.set(word, found);
  return found;
};

const nearMatchesOf = ({ search, mistakes, near }: ExcerptSearch, word: string): readonly number[] => {
  const known = near.get(word);
  if (known !== undefined) return known;
  const found = indexesOf(search, ({ text }, i) => mistakesBetween(text, word, mistakes[i]) !== undefined);
  near.set(word, found);
  return found;
};

const hitsOf = (words: readonly Word[], indexes: (word: string) => readonly number[]): readonly TextHit[] =>
  words.flatMap(({ text, start, end }) => {
    const found = indexes(text);
    return found.length === 0 ? [] : [{ start, end, words: found }];
  });

/** A word with wrong letters counts only if no text has the word itself. */
const readTexts = (texts: readonly string[], excerptSearch: ExcerptSearch): readonly ReadText[] => {
  const { search, locale, beginnings, mistakes } = excerptSearch;
  const read = (isNeeded?: WordFilter) =>
    texts.map((text) => readWords(text.slice(0, maxReadLength), locale, isNeeded));
  const exact = read(beginnings && beginningFilter(beginnings)).map((words) =>
    hitsOf(words, (word) => matchesOf(excerptSearch, word)),
  );
  const matched = new Set(exact.flatMap((hits) => hits.flatMap(({ words }) => words)));
  const missing = indexesOf(search, (_, i) => (mistakes[i] ?? 0) > 0 && !matched.has(i));
  if (missing.length === 0) return texts.map((text, i) => ({ text, hits: exact[i] ?? [] }));
  const near = read(lengthFilter(search.words.filter((_, i) => missing.includes(i)))).map((words) =>
    hitsOf(words, (word) => nearMatchesOf(excerptSearch, word).filter((i) => missing.includes(i))),
  );
  return texts.map((text, i) => {
    const hits = new Map([...(near[i] ?? []), ...(exact[i] ?? [])].map((hit) => [hit.start, hit]));
    return { text, hits: [...hits.values()].toSorted((one, other) => one.start - other.start) };
  });
};

const escapes: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' },
};

const escapeText = (text: string): string =>
  /[&"'<>]|\s\s|[^\S ]/u.test(text)
    ? text.replaceAll(/\s+/gu, ' ').replaceAll(/[&"'<>]/gu, (one) => escapes[one] ?? one)
    : text;

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
 * Makes excerpts of about 180 characters around the passage that has most of the searched words.
 *
 * @param locale of the documents
 * @returns a function of the texts of a document, without markup, the most important one first; among equal passages, the first
 *   one is taken. It returns HTML: escaped text, in which `<mark>` is around each hit; without hits the beginning of the first text
 */
export const excerptWriter = (search: Search, locale: string | null): ((texts: readonly string[]) => string) => {
  const excerptSearch = {
    search,
    locale,
    beginnings: beginningsOf(search, locale),
    mistakes: search.words.map(({ text }) => allowedMistakes(text)),
    matches: new Map(),
    near: new Map(),
  };
  return (texts) => {
    const read = readTexts(texts, excerptSearch);
    const [first] = read;
    if (first === undefined) return '';
    let best: Passage = { text: first, start: 0, end: 0, rank: 0 };
    for (const passage of read.flatMap(passagesOf)) if (passage.rank > best.rank) best = passage;
    return writePassage(best, locale);
  };
};
