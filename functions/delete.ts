// DELETE /api/:plural/:documentId and DELETE /api/:singular: both versions go; what is not there is gone already.
// Who asks for the draft alone would lose what is published.
import { deleteDocument } from '../lib/documents/index.ts';
import { invalid } from '../lib/errors.ts';
import { admit, endpoint, ifMatch, noContent, type Operation } from '../lib/http/index.ts';
import { writtenLocales } from '../lib/query/index.ts';

export const remove: Operation = async (request, service) => {
  const { type, documentId, query, locales } = await admit(request, service, 'delete');
  if (type.draftAndPublish && query.status === 'draft')
    throw invalid('DELETE removes both versions, not the draft alone', { path: 'status' });
  const locale = writtenLocales(query, locales);
  await deleteDocument(service, { type, locale, expected: ifMatch(request, locale) }, documentId);
  return noContent;
};

export const handler = endpoint(remove);
