// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
import { allow, authenticate } from '../lib/access/index.ts';
import { deleteDocument } from '../lib/documents/index.ts';
import { endpoint, noContent, targetOf, type Operation } from '../lib/http/index.ts';
import { readQuery, writtenLocale } from '../lib/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId } = targetOf(request, service.schema);
  const caller = await authenticate(request.headers.authorization, service.database.get);
  allow(caller, 'delete', type);
  const query = readQuery(request.query, type, caller, service);
  await deleteDocument(service, { type, locale: writtenLocale(query, service.config) }, documentId);
  return noContent;
};

export const handler = endpoint(remove);
