// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { deleteDocument } from '../lib/documents/index.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/http/index.ts';
import { writtenLocale } from '../lib/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, query } = await admit(request, service, 'delete');
  const target = { type, locale: writtenLocale(query, service.config), expected: ifMatch(request) };
  await deleteDocument(service, target, documentId);
  return noContent;
};

export const handler = endpoint(remove);
