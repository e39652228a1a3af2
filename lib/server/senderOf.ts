// Finds the network that a request comes from.
import type { IncomingMessage } from 'node:http';
import { clientAddress, networkOf } from '../api/http/index.ts';

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
