// Writes a word in the form in which the index has words, so that its spellings are equal.

/** Longer words are cut: no real word is longer, and an index keeps each word. */
const maxWordLength = 64;

/** Letters that are others with a stroke, or two others, and that NFKD leaves as they are. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't' },
  // The last letter of a Greek word has a form of its own.
  ς: 'σ',
};
const otherLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu');

/**
 * Accents, and the vowel signs of Arabic and Hebrew, which most texts omit. Those of other scripts belong to the word. So do
 * й and ї, which are letters of their own.
 */
const accents =
  /(?<!и)\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]/gu;

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/u.test(text);

/** Soft hyphens, joiners and apostrophes inside of words, and the spaces of ligatures. */
const invisible = /\u00AD|\u200C|\u200D|\u02BC|\s/gu;

/** @returns the first characters; half of a pair of surrogates is no character, and MongoDB cannot store it */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');

/** @returns the word in lower case, without accents; empty if it has nothing else */
export const foldWord = (word: string): string => {
  if (isAscii(word)) return cut(word.toLowerCase(), maxWordLength);
  // Four characters, such as a letter with three accents, can become one.
  const folded = cut(word, 4 * maxWordLength)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(accents, '')
    .replaceAll(invisible, '')
    .replaceAll(otherLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC');
  return cut(folded, maxWordLength);
};
