// GET /api/sync returns what changed in the published documents since the previous sync; GET /api/live which tags of a page
// have changed.
import {
  corsOf,
  deferCheck,
  dispatch,
  endpoint,
  identifyPermitted,
  okAnswer,
  plainAnswer,
  varyWithAccept,
  type Operation,
} from '../lib/api/http/index.ts';
import { syncRoutes } from '../lib/api/http/routes/index.ts';
import { answerLive, readLiveQuery } from '../lib/read/live/index.ts';
import { changesSince } from '../lib/read/sync/index.ts';

const sync: Operation = async (request, service) => {
  // The query names the content types, so `changesSince` checks the permission for each type.
  const caller = await identifyPermitted(request, service, [], 'sync');
  const changes = await changesSince(service, caller, request.query, request.timings);
  // Each cursor is used once, so a cached answer would never be read.
  return { ...okAnswer(changes), headers: { 'cache-control': 'private, no-store' } };
};

/** However many pages ask, a shared cache asks once a second. */
const sharedForASecond = 'public, max-age=0, s-maxage=1';

const live: Operation = async (request, service) => {
  const { headers, query, timings } = request;
  // What the caller may not read has not changed for the caller.
  const caller = await identifyPermitted(request, service, [], 'live');
  const liveQuery = timings.measure('parse', () => readLiveQuery(query, headers['last-event-id']));
  const answer = await timings.measure('database', () => answerLive(service, caller, liveQuery, timings.reader));
  // With another `Accept`, `npm start` answers with a stream.
  const vary = varyWithAccept(corsOf(service.config.http.cors).headersFor(headers.origin));
  const cached = headers.authorization === undefined ? { 'cache-control': sharedForASecond } : {};
  return { ...plainAnswer(answer), headers: { vary, ...cached } };
};

export const handler = endpoint(dispatch(syncRoutes, deferCheck, { sync, live }));
