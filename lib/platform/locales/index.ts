// The locales that documents may have: kept beside the documents, and known to every process.
export { readNewLocale, readLocaleChange, type LocaleChange, type NewLocale } from './body.ts';
export { Locales, nameOfLocale, type KnownLocales, type LocalesContext } from './locales.ts';
export type { Locale } from './stored.ts';
export { createLocale, deleteLocale, updateLocale } from './write.ts';
