// GET /api/users/count: how many users pass the filters, as a bare number.
import { endpoint, plain, type Operation } from '../lib/api/http/index.ts';
import type { Query } from '../lib/read/query/index.ts';
import { readList } from '../lib/read/execute/index.ts';
import { admitted, userQuery } from '../lib/accounts/users/index.ts';

export const countUsers: Operation = async (request, service) => {
  const asking = await admitted(request, service, 'count');
  const query = userQuery(service, asking, request.query, 'count');
  const counting: Query = {
    ...query,
    select: { fields: [], populate: [] },
    page: { mode: 'offset', start: 0, limit: 1, withCount: true },
  };
  const { pagination } = await readList(service, counting, request.timings);
  return plain(pagination.total);
};

export const handler = endpoint(countUsers);
