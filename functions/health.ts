// GET /_health: this process lives; its database is not asked.
import { endpoint, momentary, type Operation } from '../lib/api/http/index.ts';

export const health: Operation = () => Promise.resolve(momentary({ status: 'ok' }));

export const handler = endpoint(health);
