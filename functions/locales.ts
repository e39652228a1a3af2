// Locales, below /api/i18n/locales. Bodies and answers are plain.
import { checkPermission, dispatch, endpoint, plain } from '../lib/api/http/index.ts';
import { localeRoutes } from '../lib/api/http/routes/index.ts';
import {
  createLocale,
  deleteLocale,
  readLocaleChange,
  readNewLocale,
  updateLocale,
} from '../lib/platform/locales/index.ts';

const operation = dispatch(localeRoutes, checkPermission, {
  findLocales: async (_, { locales }) => plain(await locales.list()),
  createLocale: async ({ readBody }, { locales }) =>
    plain(await createLocale(locales, readNewLocale(await readBody()))),
  updateLocale: async ({ params, readBody }, { locales }) =>
    plain(await updateLocale(locales, Number(params.id), readLocaleChange(await readBody()))),
  deleteLocale: async ({ params }, { locales }) => plain(await deleteLocale(locales, Number(params.id))),
});

export const handler = endpoint(operation);
