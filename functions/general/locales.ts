// Locales, below /api/i18n/locales. Bodies and answers have no `data` envelope.
import { checkPermission, dispatch, plainAnswer } from '../../lib/api/http/index.ts';
import { localeRoutes } from '../../lib/api/http/routes/index.ts';
import {
  createLocale,
  deleteLocale,
  readLocaleChange,
  readLocaleId,
  readNewLocale,
  updateLocale,
} from '../../lib/platform/locales/index.ts';

export const locales = dispatch(localeRoutes, checkPermission, {
  findLocales: async (_, { locales }) => plainAnswer(await locales.list()),
  createLocale: async ({ readBody }, { locales }) =>
    plainAnswer(await createLocale(locales, readNewLocale(await readBody()))),
  updateLocale: async ({ params, readBody }, { locales }) =>
    plainAnswer(await updateLocale(locales, readLocaleId(params.id), readLocaleChange(await readBody()))),
  deleteLocale: async ({ params }, { locales }) => plainAnswer(await deleteLocale(locales, readLocaleId(params.id))),
});
