// PUT /api/:plural/:documentId changes a document; PUT /api/:singular changes or makes that of a single type.
import { putSingle, updateDocument } from '../lib/documents/index.ts';
import { admit, dataOf, endpoint, ifMatch, ok, type Operation } from '../lib/http/index.ts';
import { writtenLocale } from '../lib/query/index.ts';
import { readWritten } from '../lib/read/index.ts';

export const update: Operation = async (request, service) => {
  const { type, documentId, query, locales } = await admit(request, service, 'update');
  const locale = writtenLocale(query, locales);
  const target = { type, locale, status: query.status, expected: ifMatch(request, locale) };
  const data = dataOf(request.body);
  const document =
    type.kind === 'singleType'
      ? await putSingle(service, target, data)
      : await updateDocument(service, target, documentId, data);
  return ok(await readWritten(service, query, document, request.timings));
};

export const handler = endpoint(update);
