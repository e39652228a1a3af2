// Where a request comes from, behind proxies and without.
import { expect, it } from 'vitest';
import { addressOf } from '../../lib/api/http/address.ts';

it.each<[name: string, source: string, forwarded: string | undefined, proxies: number, address: string]>([
  ['asked directly', '192.0.2.1', undefined, 0, '192.0.2.1'],
  ['which nobody need believe', '192.0.2.1', '198.51.100.1', 0, '192.0.2.1'],
  ['which API Gateway added to', '192.0.2.1', '198.51.100.1, 192.0.2.1', 0, '192.0.2.1'],
  ['of a proxy', '192.0.2.1', '198.51.100.1', 1, '198.51.100.1'],
  ['of a proxy, which API Gateway added to', '192.0.2.1', '198.51.100.1, 192.0.2.1', 1, '198.51.100.1'],
  ['that begins with a lie', '192.0.2.1', '203.0.113.9,198.51.100.1,192.0.2.1', 1, '198.51.100.1'],
  ['of two proxies', '192.0.2.1', '203.0.113.9, 198.51.100.1, 192.0.2.2, 192.0.2.1', 2, '198.51.100.1'],
  ['of fewer proxies than there should be', '192.0.2.1', '198.51.100.1, 192.0.2.1', 5, '198.51.100.1'],
  ['of a proxy that says nothing', '192.0.2.1', undefined, 1, '192.0.2.1'],
  ['of an old address on a new socket', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['of a new address', '2001:db8::1', undefined, 0, '2001:db8::1'],
])('a request %s', (_name, source, forwarded, proxies, address) => {
  expect(addressOf(source, forwarded, proxies)).toBe(address);
});
