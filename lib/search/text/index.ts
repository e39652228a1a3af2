// Words of documents and of searches: pure, and the same for each place where an index may be.
export { documentTexts, plainTexts } from './documentTexts.ts';
export { excerptWriter } from './excerpts.ts';
export { languages, loadStemmers, stemOf } from './languages.ts';
export { allowedMistakes, mistakesBetween, wordLengths } from './matchWord.ts';
export { parseSearchText } from './parseSearchText.ts';
export { readWords, wordsVersion } from './readWords.ts';
