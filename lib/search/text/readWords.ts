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
/** Most words: nothing joins them. */
const isSimple = (text: string): boolean => /^[a-z\d\u00C0-\u017F]+$/iu.test(text);

/** Scripts that do not put spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
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

  constructor(hasElision: boolean) {
    this.hasElision = hasElision;
  }

  read(text: string): void {
    for (const { 0: found, index } of text.matchAll(compound))
      if (isSimple(found)) this.add(found, index, index + found.length);
      else this.readCompound(found, index);
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
      for (const { segment, index, isWordLike } of segmenter.segment(word.slice(from, from + maxSegmented)))
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
 */
export const readWords = (text: string, locale: string | null): readonly Word[] => {
  const reader = new WordReader(languageOf(locale)?.hasElision === true);
  reader.read(text);
  return reader.words;
};
