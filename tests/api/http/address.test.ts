// The caller's address, behind proxies and without.
import { expect, it } from 'vitest';
import { clientAddress } from '../../../lib/api/http/clientAddress.ts';

it.each<[name: string, source: string, forwarded: string | undefined, proxies: number, address: string]>([
  ['without proxies', '192.0.2.1', undefined, 0, '192.0.2.1'],
  ['with a header that is not trusted', '192.0.2.1', '198.51.100.1', 0, '192.0.2.1'],
  ['with a header that API Gateway extended', '192.0.2.1', '198.51.100.1, 192.0.2.1', 0, '192.0.2.1'],
  ['from a proxy', '192.0.2.1', '198.51.100.1', 1, '198.51.100.1'],
  ['from a proxy, with a header that API Gateway extended', '192.0.2.1', '198.51.100.1, 192.0.2.1', 1, '198.51.100.1'],
  [
    'with a header that begins with a forged address',
    '192.0.2.1',
    '203.0.113.9,198.51.100.1,192.0.2.1',
    1,
    '198.51.100.1',
  ],
  ['from two proxies', '192.0.2.1', '203.0.113.9, 198.51.100.1, 192.0.2.2, 192.0.2.1', 2, '198.51.100.1'],
  ['from fewer proxies than configured', '192.0.2.1', '198.51.100.1, 192.0.2.1', 5, '198.51.100.1'],
  ['from a proxy without the header', '192.0.2.1', undefined, 1, '192.0.2.1'],
  ['with an IPv4 address on an IPv6 socket', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['from a proxy that adds the port', '192.0.2.1', '203.0.113.9, 198.51.100.1:4711', 1, '198.51.100.1'],
  ['from a proxy that adds the port to an IPv6 address', '192.0.2.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
  ['from a proxy that writes an IPv6 address in brackets', '192.0.2.1', '[2001:db8::1]', 1, '2001:db8::1'],
  ['with an IPv6 address', '2001:db8::1', undefined, 0, '2001:db8::1'],
])('a request %s', (_name, source, forwarded, proxies, address) => {
  expect(clientAddress(source, forwarded, proxies)).toBe(address);
});
