// The query of a suggestion: what uids are to be made of.
import { invalid, invalidKey } from '../../errors.ts';
import { sluggedIn, type ContentType, type SluggedAttribute } from '../../schema/index.ts';
import { parseTree } from './tree.ts';
import type { LocaleChoice } from './types.ts';
import { readLocale, type Locales } from './versions.ts';

export interface UidQuery {
  readonly locale: LocaleChoice;
  /** Each with the text to make it of. */
  readonly wanted: readonly { readonly attribute: SluggedAttribute; readonly text: string }[];
}

/** The uids that can be suggested: a private one would tell which values there are. */
export const suggestedIn = (type: ContentType): readonly SluggedAttribute[] =>
  sluggedIn(type).filter((attribute) => !attribute.private);

/**
 * @param text the raw query string: attributes that uids are made of, by name
 * @throws ApiError 400 for what is no such attribute, is not one text, or when there is none
 */
export const readUidQuery = (text: string, type: ContentType, locales: Locales): UidQuery => {
  const { locale, ...given } = parseTree(text);
  const suggested = suggestedIn(type);
  const names = [...new Set(suggested.map(({ targetField }) => targetField))];
  for (const [name, value] of Object.entries(given)) {
    if (!names.includes(name)) throw invalidKey(name, '', 'query');
    if (typeof value !== 'string') throw invalid(`${name} must be one text`, { path: name });
  }
  const wanted = suggested.flatMap((attribute) => {
    const value = given[attribute.targetField];
    return typeof value === 'string' ? [{ attribute, text: value }] : [];
  });
  if (wanted.length === 0) throw invalid(`There is nothing to make a uid of: give ${names.join(' or ')}`);
  return { locale: readLocale(locale, type, locales), wanted };
};
