// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { deleteDocument } from '../lib/documents/index.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/http/index.ts';
import { refuseDraftAlone, writtenLocales } from '../lib/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, query, locales } = await admit(request, service, 'delete');
  refuseDraftAlone(query);
  const locale = writtenLocales(query, locales);
  await deleteDocument(service, { type, locale, expected: ifMatch(request, locale) }, documentId);
  return noContent;
};

export const handler = endpoint(remove);
