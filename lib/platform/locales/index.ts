// Reads, creates, changes and deletes the locales that documents may have.
export { isLocaleCode } from './contract.ts';
export { localeHandlers } from './handlers.ts';
export { LocaleStore, localeDisplayName, type LocalesContext } from './locales.ts';
export type { Locale, StoredLocale } from './storedLocale.ts';
export { createLocale, deleteLocale, updateLocale } from './changeLocales.ts';
