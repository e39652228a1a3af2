// Compares a translation with its source.
import type { DocumentStatus } from '../../api/document.ts';

type TranslationState = 'missing' | 'outdated' | 'current';

/**
 * @param available the locales in which the document exists
 * @param source the locale that the others are translated from: the default one
 */
export const translationState = (
  available: readonly DocumentStatus[],
  locale: string,
  source: string | undefined,
): TranslationState => {
  const translation = available.find((one) => one.locale === locale);
  if (translation === undefined) return 'missing';
  const original = available.find((one) => one.locale === source);
  const isOlder = locale !== source && original !== undefined && translation.updatedAt < original.updatedAt;
  return isOlder ? 'outdated' : 'current';
};
