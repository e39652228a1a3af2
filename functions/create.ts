// POST /api/:plural makes a document, and publishes it unless `status=draft`.
import { createDocument } from '../lib/documents/index.ts';
import { admit, created, dataOf, endpoint, type Operation } from '../lib/http/index.ts';
import { writtenLocale } from '../lib/query/index.ts';
import { readWritten } from '../lib/read/index.ts';

export const create: Operation = async (request, service) => {
  const { type, query, locales } = await admit(request, service, 'create');
  const target = { type, locale: writtenLocale(query, locales), status: query.status };
  const document = await createDocument(service, target, dataOf(request.body));
  return created(await readWritten(service, query, document, request.timings));
};

export const handler = endpoint(create);
