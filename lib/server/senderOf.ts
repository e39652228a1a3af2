// Finds the network that a request comes from.
import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOf } from '../api/http/index.ts';

/** The network that sent a request, as far as the proxies before the server are trusted. */
export const senderOf = (
  { socket: { remoteAddress = '' }, headers }: IncomingMessage,
  trustedProxies: number,
): string => {
  const forwarded = headers['x-forwarded-for'];
  // With the last hop, as in requests: a proxy before it may have the same address.
  const hops = forwarded === undefined ? remoteAddress : `${String(forwarded)}, ${remoteAddress}`;
  return networkOf(clientAddress(remoteAddress, hops, trustedProxies));
};
