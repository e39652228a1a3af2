// status and locale: which version of a document is meant.
import { invalid } from '../errors.ts';
import type { ContentType, Status } from '../schema/index.ts';
import type { Tree } from './tree.ts';
import type { LocaleChoice, Query } from './types.ts';

/** The locales that documents may have. */
export interface Locales {
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
export const readLocale = (tree: Tree | undefined, type: ContentType, { defaultLocale }: Locales): LocaleChoice => {
  if (tree === undefined || tree === null || tree === '' || !type.localized) return { one: defaultLocale };
  if (typeof tree !== 'string')
    throw invalid('Invalid locale. locale must be one code, or *', { path: 'locale', value: tree });
  return tree === '*' ? { all: [defaultLocale] } : { one: tree };
};

/**
 * The locale a write goes to; null where the type is not localized.
 *
 * @throws ApiError 400 for a locale that does not exist
 */
export const writtenLocale = (
  { type, locale }: Pick<Query, 'type' | 'locale'>,
  { defaultLocale }: Locales,
): string | null => {
  if (!type.localized) return null;
  if ('all' in locale || locale.one !== defaultLocale)
    throw invalid(`There is no locale ${'all' in locale ? '*' : locale.one} to write; there is ${defaultLocale}`, {
      path: 'locale',
    });
  return locale.one;
};
