// POST /api/i18n/locales makes a locale; the body is plain: {code, name, isDefault}.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { createLocale, localeUid, readNewLocale } from '../lib/platform/locales/index.ts';

export const makeLocale: Operation = async (request, service) => {
  await permitted(request, service, ['create'], localeUid);
  return plain(await createLocale(service.locales, readNewLocale(await request.readBody())));
};

export const handler = endpoint(makeLocale);
