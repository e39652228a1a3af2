// DELETE /api/i18n/locales/:id deletes a locale that no document has, and answers what it was.
import { endpoint, permitted, plain, type Operation } from '../lib/api/http/index.ts';
import { deleteLocale, localeUid } from '../lib/platform/locales/index.ts';

export const removeLocale: Operation = async (request, service) => {
  await permitted(request, service, ['delete'], localeUid);
  return plain(await deleteLocale(service.locales, Number(request.params.id)));
};

export const handler = endpoint(removeLocale);
