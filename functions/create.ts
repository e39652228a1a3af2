// POST /api/:plural makes a document, and publishes it unless `status=draft`.
import { creating, followed } from '../lib/documents/index.ts';
import { admit, created, dataOf, endpoint, refuseIfMatch, type Operation } from '../lib/http/index.ts';
import { once } from '../lib/once/index.ts';
import { writtenLocale } from '../lib/query/index.ts';
import { readWritten } from '../lib/read/index.ts';

export const create: Operation = async (request, service) => {
  const { type, caller, query, locales } = await admit(request, service, 'create');
  refuseIfMatch(request);
  const target = { type, locale: writtenLocale(query, locales), status: query.status };
  return once(request, service, caller, async () =>
    followed(await creating(service, target, dataOf(request.body)), async (document, unit) =>
      created(await readWritten(service, query, document, request.timings, unit)),
    ),
  );
};

export const handler = endpoint(create);
