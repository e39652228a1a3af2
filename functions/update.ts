// PUT /api/:plural/:documentId changes a document; PUT /api/:singular changes or makes that of a single type.
import { allow, authenticate } from '../lib/access/index.ts';
import { putSingle, readWritten, updateDocument } from '../lib/documents/index.ts';
import { dataOf, endpoint, ok, targetOf, type Operation } from '../lib/http/index.ts';
import { readQuery, writtenLocale } from '../lib/query/index.ts';

export const update: Operation = async (request, service) => {
  const { type, documentId } = targetOf(request, service.schema);
  const caller = await authenticate(request.headers.authorization, service.database.get);
  allow(caller, 'update', type);
  const query = readQuery(request.query, type, caller, service);
  const target = { type, locale: writtenLocale(query, service.config), status: query.status };
  const data = dataOf(request.body);
  const document =
    type.kind === 'singleType'
      ? await putSingle(service, target, data)
      : await updateDocument(service, target, documentId, data);
  return ok(await readWritten(service, query, document));
};

export const handler = endpoint(update);
