// A document of a seed file in other locales than the default one: {"title": "…", "localizations": {"de": {"title": "…"}}}.
import { createLocale, nameOfLocale, readNewLocale } from '../../platform/locales/index.ts';
import { isObject, type ContentType } from '../../schema/index.ts';
import type { Service } from '../../platform/service.ts';
import type { SeedDocument } from './types.ts';

export interface Localized {
  readonly locale: string;
  readonly values: SeedDocument;
}

/**
 * @returns the document's own values, and what stands of it under `localizations`; of types without locales that is left
 *   where it is, for the check of the body to refuse
 * @throws Error when it is not an object of objects
 */
export const apart = (
  type: ContentType,
  document: SeedDocument,
): { readonly own: SeedDocument; readonly others: readonly Localized[] } => {
  if (!type.localized || document.localizations === undefined) return { own: document, others: [] };
  const { localizations, ...own } = document;
  const others = isObject(localizations) ? Object.entries(localizations) : [];
  if (!isObject(localizations) || !others.every(([, values]) => isObject(values)))
    throw new Error('localizations: must be an object, {"de": {…}}');
  return { own, others: others.map(([locale, values]) => ({ locale, values: values as SeedDocument })) };
};

/**
 * Makes the locale where there is none of that code.
 *
 * @throws ApiError 400 when that is no language tag
 */
export const localeThere = async ({ locales }: Service, code: string): Promise<void> => {
  if ((await locales.known()).codes.has(code)) return;
  await createLocale(locales, { ...readNewLocale({ code }), name: nameOfLocale(code) });
};
