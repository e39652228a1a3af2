// GET /_health and GET /_ready, for monitors and load balancers.
import { unavailable } from '../lib/errors.ts';
import {
  dispatch,
  endpoint,
  allowEveryone,
  uncachedAnswer,
  errorAnswer,
  type Operation,
} from '../lib/api/http/index.ts';
import { healthRoutes } from '../lib/api/http/routes/index.ts';

/** Answers 200 while the process runs; does not read the database. */
export const health: Operation = () => Promise.resolve(uncachedAnswer({ status: 'ok' }));

/**
 * Answers 503 if the database does not answer or this process is about to end. The 503 is not thrown, so it is not
 * logged as a failure.
 */
export const ready: Operation = async (_request, { readiness }) =>
  (await readiness.isReady()) ? uncachedAnswer({ status: 'ok' }) : errorAnswer(unavailable('Not ready to serve'));

export const handler = endpoint(dispatch(healthRoutes, allowEveryone, { health, ready }));
