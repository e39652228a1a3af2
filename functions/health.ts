// GET /_health and GET /_ready, for monitors and load balancers.
import { unavailable } from '../lib/errors.ts';
import { dispatch, endpoint, everyone, uncachedAnswer, errorAnswer, type Operation } from '../lib/api/http/index.ts';
import { healthRoutes } from '../lib/api/http/routes/index.ts';

/** This process lives; the database is not read. */
export const health: Operation = () => Promise.resolve(uncachedAnswer({ status: 'ok' }));

/** 503 where the database does not answer or this process is about to end: not thrown, since it is no failure to log. */
export const ready: Operation = async (_request, { readiness }) =>
  (await readiness.isReady()) ? uncachedAnswer({ status: 'ok' }) : errorAnswer(unavailable('Not ready to serve'));

export const handler = endpoint(dispatch(healthRoutes, everyone, { health, ready }));
