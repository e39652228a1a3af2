// The texts of views, which can be one for each language.
import type { ViewText } from '../../../lib/schema/views/viewSchema.ts';

/** @returns the text in the language, or else in English, or else the first one; undefined if there is none */
export const viewText = (text: ViewText | undefined, language: string): string | undefined => {
  if (text === undefined || typeof text === 'string') return text;
  const tags = Object.keys(text);
  const tag = tags.find((one) => one === language) ?? tags.find((one) => one.split('-')[0] === language) ?? 'en';
  return text[tag] ?? Object.values(text)[0];
};
