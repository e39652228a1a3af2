// Reads `status` and `locale`: which version of a document the query reads.
import { invalid } from '../../errors.ts';
import type { ContentType, Status } from '../../schema/index.ts';
import { isBranch, isEmpty, isList, type Tree } from './tree.ts';
import type { LocaleChoice, Query } from './types.ts';

/** The locales that documents may have. */
export interface Locales {
  readonly codes: ReadonlySet<string>;
  readonly defaultLocale: string;
}

/**
 * Whether `view=edit` requests documents as those see them who may edit them.
 *
 * @throws ApiError 400 for any other view
 */
export const readView = (tree: Tree | undefined): boolean => {
  if (isEmpty(tree)) return false;
  if (tree !== 'edit') throw invalid('Invalid view. view can only be edit', { path: 'view', value: tree });
  return true;
};

/** A parameter that is there twice with one value counts once: front-ends append `status` to a URL that has it. */
const withoutRepeats = (tree: Tree | undefined): Tree | undefined =>
  isList(tree) && tree.length > 1 && tree.every((value) => value === tree[0]) ? tree[0] : tree;

/**
 * An empty `status` counts as absent: front-ends send one when they show no drafts. Strapi reads it as draft.
 *
 * @throws ApiError 400 for anything but draft and published
 */
export const readStatus = (tree: Tree | undefined, absent: Status = 'published'): Status => {
  const status = withoutRepeats(tree);
  if (isEmpty(status)) return absent;
  if (status !== 'draft' && status !== 'published')
    throw invalid('Invalid status. status can only be one of draft|published', { path: 'status', value: status });
  return status;
};

/**
 * @param fallback the `fallbackLocale` parameter: the locale for documents that lack the first one
 * @returns the requested locale, or the default; always the default for types that are not localized
 * @throws ApiError 400 when a parameter is not a single text, when the fallback does not exist, or when it accompanies
 *   `locale=*`
 */
export const readLocale = (
  tree: Tree | undefined,
  type: ContentType,
  { defaultLocale, codes }: Locales,
  fallback?: Tree,
): LocaleChoice => {
  if (!type.localized) return { one: defaultLocale };
  const named = withoutRepeats(tree);
  const requested = isEmpty(named) ? defaultLocale : named;
  if (typeof requested !== 'string')
    throw invalid('Invalid locale. locale must be one code, or *', { path: 'locale', value: requested });
  const all = requested === '*';
  if (fallback === undefined) return all ? { all: [...codes] } : { one: requested };
  if (all || typeof fallback !== 'string' || !codes.has(fallback))
    throw invalid(
      all
        ? 'Invalid fallbackLocale: locale=* already returns every locale'
        : `Invalid fallbackLocale: expected one of ${[...codes].join(', ')}`,
      { path: 'fallbackLocale', value: fallback },
    );
  return fallback === requested ? { one: requested } : { one: requested, fallback };
};

/**
 * As in Strapi, a condition on `locale` at the top level of `filters` replaces the `locale` parameter.
 *
 * @param requested what `readLocale` returns
 * @throws ApiError 400 when there is a fallback too
 */
export const filteredLocale = (
  filters: Tree | undefined,
  requested: LocaleChoice,
  { localized }: ContentType,
  { codes }: Locales,
): LocaleChoice => {
  const condition = localized && isBranch(filters) ? filters.locale : undefined;
  if (condition === undefined) return requested;
  if ('fallback' in requested)
    throw invalid('Invalid fallbackLocale: filters[locale] already says which locales are returned', {
      path: 'fallbackLocale',
    });
  const operand = isBranch(condition) && Object.keys(condition).length === 1 ? condition.$eq : condition;
  return typeof operand === 'string' ? { one: operand } : { all: [...codes], filtered: true };
};

/** The part of a query that says where a write goes. */
type WriteLocale = Pick<Query, 'type' | 'locale'>;

/**
 * The locale that a write goes to; null when the type is not localized.
 *
 * @throws ApiError 400 for `locale=*`, and for a locale that does not exist
 */
export const writtenLocale = (query: WriteLocale, locales: Locales): string | null => {
  const locale = writtenLocales(query, locales);
  if (locale === undefined)
    throw invalid('Invalid locale param * provided. Document locales must be strings.', { path: 'locale' });
  return locale;
};

/**
 * The locale that a delete or an action applies to; null when the type is not localized, undefined for all locales.
 *
 * @throws ApiError 400 for a locale that does not exist, and for a filter that may choose several
 */
export const writtenLocales = ({ type, locale }: WriteLocale, { codes }: Locales): string | null | undefined => {
  if (!type.localized) return null;
  if ('all' in locale) {
    if (locale.filtered === true) throw invalid('Name one locale, or all with locale=*', { path: 'locale' });
    return undefined;
  }
  if (!codes.has(locale.one))
    throw invalid(`Unknown locale ${locale.one}: expected one of ${[...codes].join(', ')}`, { path: 'locale' });
  return locale.one;
};

/**
 * @throws ApiError 400 for a DELETE with `status=draft`: a deletion removes both versions, so the published one would
 * be lost too
 */
export const refuseDraftDeletion = ({ type, status }: Pick<Query, 'type' | 'status'>): void => {
  if (type.draftAndPublish && status === 'draft')
    throw invalid('DELETE removes both versions: it cannot remove only the draft', { path: 'status' });
};
