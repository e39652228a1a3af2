// A request as operations get it, for tests that call what is behind the routes.
import { Readable } from 'node:stream';
import type { Request } from '../../lib/api/http/index.ts';
import { Timings } from '../../lib/platform/timings.ts';

export const testRequest = (more: Partial<Request> = {}): Request => ({
  ...{ id: 'test', address: '127.0.0.1', method: 'POST', path: '/api/shelves', route: '/api/{contentType}' },
  ...{ params: {}, query: '', headers: {}, timings: new Timings(), logFields: {} },
  readBody: () => Promise.resolve({}),
  readText: () => Promise.resolve('{}'),
  stream: () => Readable.from([]),
  ...more,
});
