// Reads the localizations of a seed document: {"title": "…", "localizations": {"de": {"title": "…"}}}.
import { createLocale, localeDisplayName, readNewLocale } from '../../lib/platform/locales/index.ts';
import { isObject, type ContentType } from '../../lib/schema/index.ts';
import type { Service } from '../../lib/platform/service.ts';
import type { SeedDocument } from './types.ts';

export interface Translation {
  readonly locale: string;
  readonly values: SeedDocument;
}

/**
 * @returns the values in the default locale and those under `localizations`. In types without locales, `localizations`
 *   stays in the document; the validation of the body then refuses it
 * @throws Error when `localizations` is not an object of objects
 */
export const splitTranslations = (
  type: ContentType,
  document: SeedDocument,
): { readonly own: SeedDocument; readonly translations: readonly Translation[] } => {
  if (!type.localized || document.localizations === undefined) return { own: document, translations: [] };
  const { localizations, ...own } = document;
  const translations = isObject(localizations) ? Object.entries(localizations) : [];
  if (!isObject(localizations) || !translations.every(([, values]) => isObject(values)))
    throw new Error('localizations: must be an object, {"de": {…}}');
  return { own, translations: translations.map(([locale, values]) => ({ locale, values: values as SeedDocument })) };
};

/**
 * Creates the locale if it does not exist.
 *
 * @throws ApiError 400 when the code is not a language tag
 */
export const ensureLocale = async ({ locales }: Service, code: string): Promise<void> => {
  if ((await locales.known()).codes.has(code)) return;
  await createLocale(locales, { ...readNewLocale({ code }), name: localeDisplayName(code) });
};
