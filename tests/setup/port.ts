// Ports for programs that cannot say which they took.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** One that nobody listens on. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, 'close');
  return port;
};
