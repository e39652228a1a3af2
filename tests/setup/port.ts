// Finds a free port for programs that cannot report which one they chose.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** @returns a port that no program listens on */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on a port, not on a pipe
  server.close();
  await once(server, 'close');
  return port;
};
