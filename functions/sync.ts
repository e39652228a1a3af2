// GET /api/sync answers what changed of what is published since it was asked last.
import { endpoint, ok, requirePermissions, type Operation } from '../lib/api/http/index.ts';
import { changesSince } from '../lib/read/sync/index.ts';

export const sync: Operation = async (request, service) => {
  // Which types it is about, and so what the caller must be permitted, its query says.
  const caller = await requirePermissions(request, service, [], 'sync');
  const changes = await changesSince(service, caller, request.query, request.timings);
  // A cursor is good for one reading: no cache has anything of it.
  return { ...ok(changes), headers: { 'cache-control': 'private, no-store' } };
};

export const handler = endpoint(sync);
