// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { alone, deleting, deletingNothing } from '../lib/write/documents/index.ts';
import { guarded } from '../lib/write/permissions/index.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/api/http/index.ts';
import { refuseDraftAlone, writtenLocales } from '../lib/read/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, caller, query, locales } = await admit(request, service, 'delete');
  refuseDraftAlone(query);
  const locale = writtenLocales(query, locales);
  const target = { type, locale, expected: ifMatch(request, locale) };
  const write = deleting(service, target, documentId);
  const asked = { service, caller, locales, type, locale };
  await alone(service, guarded(asked, 'delete', documentId, write, deletingNothing(target)));
  return noContent;
};

export const handler = endpoint(remove);
