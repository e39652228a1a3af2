// Reads, creates, changes and deletes the locales that documents may have.
export { isLocaleCode, readNewLocale, readLocaleChange } from './localeBody.ts';
export { LocaleStore, localeDisplayName, type LocalesContext } from './locales.ts';
export type { Locale, StoredLocale } from './storedLocale.ts';
export { createLocale, deleteLocale, readLocaleId, updateLocale } from './changeLocales.ts';
