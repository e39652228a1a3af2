// The network of a connection, behind proxies that forged headers pass through.
import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { senderOf } from '../../lib/server/senderOf.ts';

const requestFrom = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

it.each<[name: string, remoteAddress: string, forwarded: string | undefined, proxies: number, sender: string]>([
  ['without proxies', '192.0.2.1', '203.0.113.9', 0, '192.0.2.1'],
  ['behind a proxy', '127.0.0.1', '203.0.113.9, 198.51.100.1', 1, '198.51.100.1'],
  ['behind two proxies of one machine', '127.0.0.1', '203.0.113.9, 198.51.100.1, 127.0.0.1', 2, '198.51.100.1'],
  ['of a program beside the proxy', '127.0.0.1', '203.0.113.9, 127.0.0.1', 1, '127.0.0.1'],
  ['behind a proxy that adds the port', '192.0.2.1', '[2001:db8:1:2:3::4]:4711', 1, '2001:db8:1:2'],
])('a connection %s', (_name, remoteAddress, forwarded, proxies, sender) => {
  expect(senderOf(requestFrom(remoteAddress, forwarded), proxies)).toBe(sender);
});
