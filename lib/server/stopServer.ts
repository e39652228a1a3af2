// Stops the plain server: answers the requests under way, without waiting for clients that stall.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../platform/config/index.ts';
import type { Exchange } from './answerRequest.ts';

/** How long a stopping server waits for the rest of a request. */
export const graceSeconds = 3;

/** How long a stopping server waits for the requests under way; then it closes their connections. */
const stopTimeoutMs = 25_000;

/** How long load balancers may take to notice that a server is not ready. */
const balancerSeconds = 5;

/** How long a server still serves after SIGTERM. */
export const drainSecondsOf = ({ server, trustedProxies }: Settings['http']): number =>
  server.drainSeconds === -1 ? (trustedProxies > 0 ? balancerSeconds : 0) : server.drainSeconds;

/**
 * Takes no new connections, and resolves when all are closed.
 *
 * @param connections those that are open
 * @param pipelines the requests under way
 */
export const stopServer = async (
  server: Server,
  connections: { readonly all: () => Iterable<Socket> },
  pipelines: { readonly all: () => readonly Exchange[] },
): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  for (const { body } of pipelines.all()) body?.shortenTimeout(graceSeconds);
  // A connection without an exchange has sent nothing, or half of a request's head.
  const graceTimer = setTimeout(() => {
    const busy = new Set(pipelines.all().map(({ request }) => request.socket));
    for (const socket of connections.all()) if (!busy.has(socket)) socket.destroy();
  }, graceSeconds * 1000);
  const stopTimer = setTimeout(() => {
    server.closeAllConnections();
  }, stopTimeoutMs);
  await closed;
  clearTimeout(graceTimer);
  clearTimeout(stopTimer);
};
