// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { alone, deleting } from '../lib/documents/index.ts';
import { guarded } from '../lib/guard/index.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/http/index.ts';
import { refuseDraftAlone, writtenLocales } from '../lib/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, caller, query, locales } = await admit(request, service, 'delete');
  refuseDraftAlone(query);
  const locale = writtenLocales(query, locales);
  const write = deleting(service, { type, locale, expected: ifMatch(request, locale) }, documentId);
  await alone(service, guarded({ service, caller, locales, type, locale }, 'delete', documentId, write));
  return noContent;
};

export const handler = endpoint(remove);
