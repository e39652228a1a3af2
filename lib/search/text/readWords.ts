// Finds the words of a text, the same for documents and for searches.
import { foldWord } from './foldWord.ts';
import { languageOf } from './languages.ts';

/** A word of a text, and where the text has it. */
export interface Word {
  /** In the form in which the index has words. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Changes when texts have other words than before, so that an index of them must be built anew. */
export const wordsVersion = 1;

// Letters, digits, their marks, and what stands invisibly inside of words.
const letters = '[\\p{L}\\p{N}\\p{M}\\u00AD\\u200C\\u200D]+';
const joints = `['’＇׳״.‐‑-]`;
/** Words and what joins them, such as `Baden-Württemberg`, `l’été`, `3.11`; and C++, C#. */
const compound = new RegExp(`${letters}(?:${joints}${letters})*(?:(?:\\+\\+|#)(?![\\p{L}\\p{N}]))?`, 'gu');
const piece = new RegExp(letters, 'gu');
/** Characters below this code are looked up in a table, which takes a fifth of the time of regular expressions. */
const tableSize = 0x1_80;
/** Which characters are Latin letters or digits, and which end a word there for certain. */
const [isLatin, isEnd] = [/[a-z\d\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u017F]/iu, /[\s!"$%&()*,/:;<=>?@[\\\]^_`{|}~]/u].map(
  (pattern) => Uint8Array.from({ length: tableSize }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0)),
) as [Uint8Array, Uint8Array];

/** Whether a table has the character; a place or a code outside of it would make all look-ups slow. */
const has = (table: Uint8Array, text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < tableSize && table[code] === 1;
};

/** Whether no word has the character at this place. */
const isEndAt = (text: string, at: number): boolean => at >= text.length || has(isEnd, text, at);

/**
 * @returns where the word ends that starts here; the start: none starts here, or it has other letters than Latin ones and
 *   digits, or something that may join words follows
 */
const endOfSimple = (text: string, start: number): number => {
  let end = start;
  while (end < text.length && has(isLatin, text, end)) end++;
  return isEndAt(text, end) || (".-'".includes(text.charAt(end)) && isEndAt(text, end + 1)) ? end : start;
};

/** Whether a word from `start` to `end` of a text, with Latin letters and digits only, is needed. */
export type WordFilter = (text: string, start: number, end: number) => boolean;

/** Scripts that do not put spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
let segmenter: Intl.Segmenter | undefined;
/** Loads the dictionaries, which takes longer than the plan of a read, so not before they are needed. */
const wordSegmenter = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('en', { granularity: 'word' }));
/** The segmenter takes more than twice as long for a text that is twice as long. */
const maxSegmented = 500;

const hyphens = '‐‑-';
const isLetter = (text: string): boolean => /^\p{L}\p{M}*$/u.test(text);
const isBetweenDigits = (before: string, after: string): boolean => /\p{N}$/u.test(before) && /^\p{N}/u.test(after);

/** Short forms of words before an apostrophe in the languages that have them: `l’été`, `dell’arte`. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|gl|un|all|dall|dell|nell|sull|coll|quest|quell|bell)$/iu;

/** How two pieces of a compound are one word; undefined: they are two. */
const jointOf = (separator: string, before: string, after: string, hasElision: boolean): string | undefined => {
  if (separator === '.') {
    if (isBetweenDigits(before, after)) return '.';
    // U.S.A., z.B.
    return isLetter(before) && isLetter(after) ? '' : undefined;
  }
  if (hyphens.includes(separator)) return isLetter(before) || isLetter(after) ? '' : undefined;
  return hasElision ? undefined : '';
};

const isApostrophe = (separator: string): boolean => separator !== '.' && !hyphens.includes(separator);

/** Finds words, and keeps them in their order. */
class WordReader {
  readonly words: Word[] = [];
  private readonly hasElision: boolean;
  private readonly isNeeded: WordFilter | undefined;

  constructor(hasElision: boolean, isNeeded: WordFilter | undefined) {
    this.hasElision = hasElision;
    this.isNeeded = isNeeded;
  }

  read(text: string): void {
    for (let at = 0; at < text.length;) {
      const end = endOfSimple(text, at);
      if (end > at) {
        if (this.isNeeded?.(text, at, end) !== false) this.add(text.slice(at, end), at, end);
        at = end;
      } else if (isEndAt(text, at)) {
        at++;
      } else {
        compound.lastIndex = at;
        const match = compound.exec(text);
        if (match === null) return;
        this.readCompound(match[0], match.index);
        at = match.index + match[0].length;
      }
    }
  }

  private readCompound(found: string, at: number): void {
    let word = '';
    let start = 0;
    let end = 0;
    let before = '';
    const finish = (): void => {
      if (word !== '') this.readWord(word, at + start, at + end);
    };
    for (const { 0: after, index } of found.matchAll(piece)) {
      const separator = found[index - 1] ?? '';
      const joint = index === 0 ? undefined : jointOf(separator, before, after, this.hasElision);
      // The `s` of `Maud’s` is no part of the name.
      if (joint === '' && isApostrophe(separator) && /^s$/iu.test(after)) continue;
      if (joint === undefined) {
        if (!(this.hasElision && index > 0 && isApostrophe(separator) && elided.test(word))) finish();
        [word, start] = ['', index];
      }
      word += `${joint ?? ''}${after}`;
      before = after;
      end = index + after.length;
    }
    // C++, C#, F#; but not the number sign of other words.
    const sign = found.slice(end);
    if (isLetter(word) && /^(?:\+\+|#)$/u.test(sign)) {
      word += sign;
      end += sign.length;
    }
    finish();
  }

  private readWord(word: string, start: number, end: number): void {
    // A word of these scripts that something joins is not cut, because its letters are at other places in the text.
    if (!unspaced.test(word) || word.length !== end - start) {
      this.add(word, start, end);
      return;
    }
    for (let from = 0; from < word.length; from += maxSegmented)
      for (const { segment, index, isWordLike } of wordSegmenter().segment(word.slice(from, from + maxSegmented)))
        if (isWordLike === true) this.add(segment, start + from + index, start + from + index + segment.length);
  }

  private add(word: string, start: number, end: number): void {
    const text = foldWord(word);
    if (text !== '') this.words.push({ text, start, end });
  }
}

/**
 * Finds the words of a text, in their order.
 *
 * @param text without markup
 * @param locale decides about apostrophes: French and Italian put them between words; null: the language is not known
 * @param isNeeded lets it leave out words; not those that it finds by a regular expression
 */
export const readWords = (text: string, locale: string | null, isNeeded?: WordFilter): readonly Word[] => {
  const reader = new WordReader(languageOf(locale)?.hasElision === true, isNeeded);
  reader.read(text);
  return reader.words;
};
