// Reads the query of a uid suggestion: the texts to make uids from.
import { invalid, invalidKey } from '../../errors.ts';
import { generatedUids, type ContentType, type GeneratedUid } from '../../schema/index.ts';
import { parseTree } from './tree.ts';
import type { LocaleChoice } from './types.ts';
import { readLocale, type Locales } from './versions.ts';

export interface UidQuery {
  readonly locale: LocaleChoice;
  /** Each uid attribute with the text to make it from. */
  readonly requested: readonly { readonly attribute: GeneratedUid; readonly text: string }[];
}

/** The uid attributes that can be suggested. Private ones cannot: a suggestion tells which values exist. */
export const suggestedUids = (type: ContentType): readonly GeneratedUid[] =>
  generatedUids(type).filter((attribute) => !attribute.private);

/**
 * @param text the raw query string: for each source attribute of a uid, its text
 * @throws ApiError 400 for another attribute, a value that is not a single text, or no attribute at all
 */
export const readUidQuery = (text: string, type: ContentType, locales: Locales): UidQuery => {
  const { locale, ...texts } = parseTree(text);
  const suggested = suggestedUids(type);
  const names = [...new Set(suggested.map(({ targetField }) => targetField))];
  for (const [name, value] of Object.entries(texts)) {
    if (!names.includes(name)) throw invalidKey(name, '', 'query');
    if (typeof value !== 'string') throw invalid(`${name} must be one text`, { path: name });
  }
  const wanted = suggested.flatMap((attribute) => {
    const value = texts[attribute.targetField];
    return typeof value === 'string' ? [{ attribute, text: value }] : [];
  });
  if (wanted.length === 0) throw invalid(`No text to make a uid from: send ${names.join(' or ')}`);
  return { locale: readLocale(locale, type, locales), requested: wanted };
};
