// status and locale: which version of a document is meant.
import { invalid } from '../../errors.ts';
import type { ContentType, Status } from '../../schema/index.ts';
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
 * @param fallback the `fallbackLocale` parameter: where a document is missing in the locale, it comes in this one
 * @returns the default locale where none is asked for, and for types that are not localized: they ignore both parameters
 * @throws ApiError 400 when a parameter is not one text, when there is no such locale to fall back to, and when all locales
 *   are asked for beside one
 */
export const readLocale = (
  tree: Tree | undefined,
  type: ContentType,
  { defaultLocale, codes }: Locales,
  fallback?: Tree,
): LocaleChoice => {
  if (!type.localized) return { one: defaultLocale };
  const asked = tree === undefined || tree === null || tree === '' ? defaultLocale : tree;
  if (typeof asked !== 'string')
    throw invalid('Invalid locale. locale must be one code, or *', { path: 'locale', value: asked });
  const all = asked === '*';
  if (fallback === undefined) return all ? { all: [...codes] } : { one: asked };
  if (all || typeof fallback !== 'string' || !codes.has(fallback))
    throw invalid(
      all
        ? 'Invalid fallbackLocale: with locale=* every locale comes anyway'
        : `Invalid fallbackLocale: there is ${[...codes].join(', ')}`,
      { path: 'fallbackLocale', value: fallback },
    );
  return fallback === asked ? { one: asked } : { one: asked, fallback };
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

/** @throws ApiError 400 where a deletion is asked of the draft alone: both versions go, and who means one would lose the other */
export const refuseDraftAlone = ({ type, status }: Pick<Query, 'type' | 'status'>): void => {
  if (type.draftAndPublish && status === 'draft')
    throw invalid('DELETE removes both versions, not the draft alone', { path: 'status' });
};
