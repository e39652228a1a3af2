// PUT /api/:plural/:documentId changes a document; PUT /api/:singular changes or makes that of a single type.
import { alone } from '../lib/write/documents/index.ts';
import { updateOperation } from '../lib/write/operations/index.ts';
import { admit, dataOf, endpoint, ifMatch, ok, type Operation } from '../lib/api/http/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';

export const update: Operation = async (request, service) => {
  const { type, documentId, caller, query, locales } = await admit(request, service, 'update');
  const locale = writtenLocale(query, locales);
  const options = { status: query.status, expected: ifMatch(request, locale) };
  const data = dataOf(await request.readBody());
  const context = { service, caller, locales, type, locale };
  const document = await alone(service, await updateOperation(context, options, documentId, data));
  return ok(await readWritten(service, query, document, request.timings));
};

export const handler = endpoint(update);
