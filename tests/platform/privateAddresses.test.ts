// Which addresses count as private.
import { expect, it } from 'vitest';
import { isPrivateAddress } from '../../lib/platform/publicHosts.ts';

it.each([
  ...['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
  ...['0.0.0.0', '100.64.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::ffff:0:7f00:1',
    'ff02::1',
    'fec0::1',
  ],
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

it.each([
  ...['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.63.255.255', '192.169.0.1', '223.255.255.255', '::ffff:8.8.8.8'],
  ...['2606:4700:4700::1111', '2a00:1450:4001:80b::200e'],
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
