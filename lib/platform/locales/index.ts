// Reads, creates, changes and deletes the locales that documents may have.
export { readNewLocale, readLocaleChange, type LocaleChange, type NewLocale } from './body.ts';
export { Locales, nameOfLocale, type KnownLocales, type LocalesContext } from './locales.ts';
export type { Locale } from './stored.ts';
export { createLocale, deleteLocale, updateLocale } from './write.ts';
