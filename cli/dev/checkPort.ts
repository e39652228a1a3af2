// Checks that the server's port is free before anything starts.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { hasErrorCode } from '../../lib/errors.ts';

/** @throws Error that says what to do when another program listens there */
export const checkPort = async (host: string, port: number): Promise<void> => {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error;
    throw new Error(
      `Another program listens at ${host}:${port}: stop it, or choose another port: PORT=${port + 1} npm run dev`,
      { cause: error },
    );
  }
  server.close();
  await once(server, 'close');
};
