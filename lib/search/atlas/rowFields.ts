// Makes the rows over which Atlas Search has its index.
import type { Document } from 'mongodb';
import { stemOf } from '../text/index.ts';
import { textsByWeight } from '../textsByWeight.ts';
import type { AttributeText } from '../types.ts';

/** Separates attributes, so that no phrase goes from one into the next. No word is this character. */
const separator = ' | ';

const joinTexts = (text: readonly AttributeText[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(textsByWeight(text)).map(([field, texts]) => [field, texts.join(separator)]));

/** What a row has beside its `_id`. */
export const rowFields = (
  index: number,
  language: string,
  documentId: string,
  text: readonly AttributeText[],
): Document => {
  const stems = text.map(({ weight, words }) => ({
    weight,
    words: words.map((word) => stemOf(word, language)).filter((stem) => stem !== undefined),
  }));
  return { index, documentId, words: joinTexts(text), stems: joinTexts(stems) };
};
