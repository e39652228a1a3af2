// Words of documents and of searches: pure, and the same for each place where an index may be.
export { documentTexts, plainTexts, type PlainText } from './documentTexts.ts';
export { excerptOf, markText } from './excerpts.ts';
export { languages, stemOf } from './languages.ts';
export { allowedMistakes, isSameWord, mistakesBetween } from './matchWord.ts';
export { parseSearchText } from './parseSearchText.ts';
export { readWords, wordsVersion, type Word } from './readWords.ts';
