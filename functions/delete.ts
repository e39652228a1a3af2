// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { alone } from '../lib/write/documents/index.ts';
import { removeOperation } from '../lib/write/operations/index.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/api/http/index.ts';
import { refuseDraftAlone, writtenLocales } from '../lib/read/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, caller, query, locales } = await admit(request, service, 'delete');
  refuseDraftAlone(query);
  const locale = writtenLocales(query, locales);
  const context = { service, caller, locales, type, locale };
  await alone(service, removeOperation(context, documentId, { expected: ifMatch(request, locale) }));
  return noContent;
};

export const handler = endpoint(remove);
