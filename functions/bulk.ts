// POST /api/:plural/actions/bulk writes many documents of a collection: all of them or none, unless `atomic` is false.
import {
  actionsIn,
  allOrNothing,
  beginMs,
  bulkActions,
  checkLocale,
  oneByOne,
  readBulk,
} from '../lib/api/bulk/index.ts';
import { invalid, notFound } from '../lib/errors.ts';
import { admit, admitAny, endpoint, refuseIfMatch, type Operation } from '../lib/api/http/index.ts';
import { once } from '../lib/api/idempotency/index.ts';
import { refuseSelection } from '../lib/read/query/index.ts';

export const bulk: Operation = async (request, service) => {
  const until = service.now().getTime() + beginMs;
  if (service.schema.served.get(request.params.contentType ?? '')?.kind === 'singleType') throw notFound();
  await admitAny(request, service, bulkActions);
  const body = await request.readBody();
  const { caller, query, locales } = await admit(request, service, ...actionsIn(body));
  refuseIfMatch(request);
  refuseSelection(request.query);
  const { entries, atomic } = readBulk(body);
  const asked = { service, request, caller, query, locales, entries, until };
  checkLocale(asked);
  if (atomic) return once(request, service, caller, () => allOrNothing(asked));
  if (request.headers['idempotency-key'] !== undefined)
    throw invalid('Idempotency-Key needs all entries to be one write: leave it out, or atomic: false', {
      path: 'Idempotency-Key',
    });
  return oneByOne(asked);
};

export const handler = endpoint(bulk);
