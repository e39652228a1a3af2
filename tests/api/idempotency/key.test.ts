// What Lectern stores about a request with an Idempotency-Key.
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { readRequestKey } from '../../../lib/api/idempotency/requestKey.ts';
import { Timings } from '../../../lib/platform/timings.ts';

const request = (key: string) => ({
  ...{ id: 'test', address: '127.0.0.1', method: 'POST', path: '/api/users', params: {}, query: '' },
  route: '/api/users',
  headers: { 'idempotency-key': key },
  readBody: () => Promise.resolve({ username: 'ada', password: 'correct horse' }),
  readText: () => Promise.resolve('{}'),
  stream: () => Readable.from([]),
  timings: new Timings(),
  logFields: {},
});

const keptOf = async (key: string) => (await readRequestKey(request(key), administrator))?.request;

it('the stored hash depends on the key, because a hash of the body alone could reveal a password', async () => {
  expect(await keptOf('one')).not.toBe(await keptOf('another'));
  expect(await keptOf('one')).toBe(await keptOf('one'));
});
