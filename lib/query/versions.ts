// status and locale: which version of a document is meant.
import { invalid } from '../errors.ts';
import type { ContentType, Status } from '../schema/index.ts';
import type { Tree } from './tree.ts';
import type { LocaleChoice, Query } from './types.ts';

/** The locales that documents may have. */
export interface Locales {
  readonly codes: ReadonlySet<string>;
  readonly defaultLocale: string;
}

/** @throws ApiError 400 for anything but draft and published */
export const readStatus = (tree: Tree | undefined): Status => {
  if (tree === undefined) return 'published';
  if (tree !== 'draft' && tree !== 'published')
    throw invalid('Invalid status. status can only be one of draft|published', { path: 'status', value: tree });
  return tree;
};

/**
 * @returns the default locale where none is asked for, and for types that are not localized: they ignore the parameter
 * @throws ApiError 400 when the parameter is not one text
 */
export const readLocale = (
  tree: Tree | undefined,
  type: ContentType,
  { defaultLocale }: Pick<Locales, 'defaultLocale'>,
): LocaleChoice => {
  if (tree === undefined || tree === null || tree === '' || !type.localized) return { one: defaultLocale };
  if (typeof tree !== 'string')
    throw invalid('Invalid locale. locale must be one code, or *', { path: 'locale', value: tree });
  return tree === '*' ? { all: true } : { one: tree };
};

/** What a write says of its locale. */
type Written = Pick<Query, 'type' | 'locale'>;

/**
 * The locale a write goes to; null where the type is not localized.
 *
 * @throws ApiError 400 for all locales at once, and for one that does not exist
 */
export const writtenLocale = (query: Written, locales: Locales): string | null => {
  const locale = writtenLocales(query, locales);
  if (locale === undefined)
    throw invalid('Invalid locale param * provided. Document locales must be strings.', { path: 'locale' });
  return locale;
};

/**
 * The locale that a delete or an action is about; null where the type is not localized, undefined: all of them.
 *
 * @throws ApiError 400 for one that does not exist
 */
export const writtenLocales = ({ type, locale }: Written, { codes }: Locales): string | null | undefined => {
  if (!type.localized) return null;
  if ('all' in locale) return undefined;
  if (!codes.has(locale.one))
    throw invalid(`There is no locale ${locale.one} to write; there is ${[...codes].join(', ')}`, { path: 'locale' });
  return locale.one;
};
