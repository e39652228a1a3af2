// POST /api/:plural makes a document, and publishes it unless `status=draft`.
import { creating, followed } from '../lib/write/documents/index.ts';
import { guardedNew, seesOf } from '../lib/write/permissions/index.ts';
import { admit, created, dataOf, endpoint, refuseIfMatch, type Operation } from '../lib/api/http/index.ts';
import { once } from '../lib/api/idempotency/index.ts';
import { writtenLocale } from '../lib/read/query/index.ts';
import { readWritten } from '../lib/read/execute/index.ts';

export const create: Operation = async (request, service) => {
  const { type, caller, query, locales } = await admit(request, service, 'create');
  refuseIfMatch(request);
  const locale = writtenLocale(query, locales);
  const data = dataOf(await request.readBody());
  const target = { type, locale, status: query.status, by: caller.user, sees: seesOf(service, caller, locales) };
  return once(request, service, caller, async () => {
    const write = await creating(service, target, data);
    return followed(guardedNew({ service, caller, locales, type, locale }, write), async (document, unit) =>
      created(await readWritten(service, query, document, request.timings, unit)),
    );
  });
};

export const handler = endpoint(create);
