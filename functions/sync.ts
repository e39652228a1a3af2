// GET /api/sync returns what changed in the published documents since the previous sync.
import { endpoint, okAnswer, identifyPermitted, type Operation } from '../lib/api/http/index.ts';
import { changesSince } from '../lib/read/sync/index.ts';

export const sync: Operation = async (request, service) => {
  // The query names the content types, so `changesSince` checks the permission for each type.
  const caller = await identifyPermitted(request, service, [], 'sync');
  const changes = await changesSince(service, caller, request.query, request.timings);
  // Each cursor is used once, so a cached answer would never be read.
  return { ...okAnswer(changes), headers: { 'cache-control': 'private, no-store' } };
};

export const handler = endpoint(sync);
