// POST /api/:plural makes a document, and publishes it unless `status=draft`.
import { followed } from '../lib/write/documents/index.ts';
import { createOperation } from '../lib/write/operations/index.ts';
import { admit, created, dataOf, endpoint, refuseIfMatch, type Operation } from '../lib/api/http/index.ts';
import { once } from '../lib/api/idempotency/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';

export const create: Operation = async (request, service) => {
  const { type, caller, query, locales } = await admit(request, service, 'create');
  refuseIfMatch(request);
  const locale = writtenLocale(query, locales);
  const data = dataOf(await request.readBody());
  const context = { service, caller, locales, type, locale };
  return once(request, service, caller, async () => {
    const write = await createOperation(context, { status: query.status }, data);
    return followed(write, async (document, unit) =>
      created(await readWritten(service, query, document, request.timings, unit)),
    );
  });
};

export const handler = endpoint(create);
