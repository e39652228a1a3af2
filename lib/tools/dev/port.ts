// Whether the port that the server is to have is free, asked before anything is started.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** @throws Error saying what to do when something else listens there */
export const checkPort = async (host: string, port: number): Promise<void> => {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    throw new Error(
      `Something else listens at ${host}:${port}: stop it, or choose another port: PORT=${port + 1} npm run dev`,
      { cause: error },
    );
  }
  server.close();
  await once(server, 'close');
};
