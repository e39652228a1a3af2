// PUT /api/:plural/:documentId changes a document; PUT /api/:singular changes or makes that of a single type.
import { alone, puttingSingle, updating } from '../lib/write/documents/index.ts';
import { guarded, seesOf } from '../lib/write/permissions/index.ts';
import { admit, dataOf, endpoint, ifMatch, ok, type Operation } from '../lib/api/http/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';

export const update: Operation = async (request, service) => {
  const { type, documentId, caller, query, locales } = await admit(request, service, 'update');
  const locale = writtenLocale(query, locales);
  const target = {
    ...{ type, locale, status: query.status, expected: ifMatch(request, locale), by: caller.user },
    sees: seesOf(service, caller, locales),
  };
  const data = dataOf(await request.readBody());
  const write = await (type.kind === 'singleType'
    ? puttingSingle(service, target, data)
    : updating(service, target, documentId, data));
  const asked = { service, caller, locales, type, locale };
  const document = await alone(service, guarded(asked, 'update', documentId, write));
  return ok(await readWritten(service, query, document, request.timings));
};

export const handler = endpoint(update);
