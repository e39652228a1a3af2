// Arranges the text of a document for backends that have a field for each weight.
import type { AttributeText } from './types.ts';

/** The name of the field with the words of a weight. */
export const weightField = (weight: number): string => `w${weight}`;

/** @returns the words of each attribute as one text, by the field of its weight; attributes without words are left out */
export const textsByWeight = (text: readonly AttributeText[]): Readonly<Record<string, readonly string[]>> => {
  const texts: Record<string, string[]> = {};
  for (const { weight, words } of text) if (words.length > 0) (texts[weightField(weight)] ??= []).push(words.join(' '));
  return texts;
};
