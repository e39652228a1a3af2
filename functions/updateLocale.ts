// PUT /api/i18n/locales/:id renames a locale, or makes it the default.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { localeUid, readLocaleChange, updateLocale } from '../lib/platform/locales/index.ts';

export const changeLocale: Operation = async (request, service) => {
  await permitted(request, service, ['update'], localeUid);
  return plain(
    await updateLocale(service.locales, Number(request.params.id), readLocaleChange(await request.readBody())),
  );
};

export const handler = endpoint(changeLocale);
