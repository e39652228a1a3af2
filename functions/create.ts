// POST /api/:plural makes a document, and publishes it unless `status=draft`.
import { allow, authenticate } from '../lib/access/index.ts';
import { createDocument, readWritten } from '../lib/documents/index.ts';
import { created, dataOf, endpoint, targetOf, type Operation } from '../lib/http/index.ts';
import { readQuery, writtenLocale } from '../lib/query/index.ts';

export const create: Operation = async (request, service) => {
  const { type } = targetOf(request, service.schema);
  const caller = await authenticate(request.headers.authorization, service.database.get);
  allow(caller, 'create', type);
  const query = readQuery(request.query, type, caller, service);
  const target = { type, locale: writtenLocale(query, service.config), status: query.status };
  const document = await createDocument(service, target, dataOf(request.body));
  return created(await readWritten(service, query, document));
};

export const handler = endpoint(create);
