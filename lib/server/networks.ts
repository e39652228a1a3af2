// Finds the network that a connection or a request comes from: one client may have a whole network of IPv6 addresses.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress, networkOf } from '../api/http/index.ts';

/** The network at the other end of a connection: a client's or a proxy's. */
export const peerOf = ({ remoteAddress = '' }: Socket): string => networkOf(clientAddress(remoteAddress, undefined, 0));

/** The network that sent a request, as far as the proxies before the server are trusted. */
export const senderOf = (
  { socket: { remoteAddress = '' }, headers }: IncomingMessage,
  trustedProxies: number,
): string => {
  const forwarded = headers['x-forwarded-for'];
  return networkOf(
    clientAddress(remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded, trustedProxies),
  );
};
