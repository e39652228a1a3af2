// What Lectern stores about a request with an Idempotency-Key.
import { expect, it } from 'vitest';
import { administrator } from '../../../lib/platform/access/index.ts';
import { readRequestKey } from '../../../lib/api/idempotency/requestKey.ts';
import { testRequest } from '../testRequest.ts';

const keptOf = async (key: string) => {
  const readBody = () => Promise.resolve({ username: 'ada', password: 'correct horse' });
  const request = testRequest({ headers: { 'idempotency-key': key }, readBody });
  return (await readRequestKey(request, administrator))?.request;
};

it('the stored hash depends on the key, because a hash of the body alone could reveal a password', async () => {
  expect(await keptOf('one')).not.toBe(await keptOf('another'));
  expect(await keptOf('one')).toBe(await keptOf('one'));
});
