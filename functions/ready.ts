// GET /_ready: requests can be answered; 503 where the database does not answer or this process is about to end.
import { unavailable } from '../lib/errors.ts';
import { endpoint, momentary, refused, type Operation } from '../lib/api/http/index.ts';

// Answered and not thrown: a probe that is told no is no failure to be logged.
export const ready: Operation = async (_request, { readiness }) =>
  (await readiness.isReady()) ? momentary({ status: 'ok' }) : refused(unavailable('Not ready to serve'));

export const handler = endpoint(ready);
