// A server that accepts connections and never answers, for tests of clients of AWS: what these wait for is over at once.
import { createServer, Socket, type AddressInfo } from 'node:net';
import { vi } from 'vitest';

/** After this time, the SDK begins to watch a connection. */
const watchMs = 3000;

/**
 * @param maxSilenceMs how long a client waits for a byte
 * @returns the address of the server, a function that ends it, and one that shortens what clients wait for until the test ends
 */
export const startSilentServer = async (maxSilenceMs: number) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its socket
  const { setTimeout: setSocketTimeout } = Socket.prototype;
  const { setTimeout } = globalThis;
  const shortenWaits = (): void => {
    vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, listener) {
      return setSocketTimeout.call(this, ms === maxSilenceMs ? 1 : ms, listener);
    });
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number, ...values: []) =>
      setTimeout(work, ms === watchMs ? 0 : ms, ...values)) as typeof setTimeout);
  };
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    shortenWaits,
    stop: (): void => {
      server.close();
    },
  };
};
