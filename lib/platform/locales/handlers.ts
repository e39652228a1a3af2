// Answers the operations on locales.
import { checkBody, type Handlers } from '../../contracts/index.ts';
import { createLocale, deleteLocale, updateLocale } from './changeLocales.ts';
import { localeContract } from './contract.ts';
import type { LocaleStore } from './locales.ts';

export const localeHandlers: Handlers<typeof localeContract, { readonly locales: LocaleStore }> = {
  findLocales: (_, { locales }) => locales.list(),
  createLocale: ({ body }, { locales }) => createLocale(locales, checkBody(localeContract, 'createLocale', body)),
  updateLocale: ({ params: { id }, body }, { locales }) =>
    updateLocale(locales, id, checkBody(localeContract, 'updateLocale', body)),
  deleteLocale: ({ params: { id } }, { locales }) => deleteLocale(locales, id),
};
