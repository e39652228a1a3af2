// GET /api/i18n/locales lists the locales, as a bare list.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { localeUid } from '../lib/platform/locales/index.ts';

export const findLocales: Operation = async (request, service) => {
  await permitted(request, service, ['find'], localeUid);
  return plain(await service.locales.list());
};

export const handler = endpoint(findLocales);
