// Where `lectern dev` listens: the port must be free, and commands that print links remember the address.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

const fileIn = (root: string): string => join(root, '.data/address');

/** @param url the origin of the server */
export const rememberAddress = (root: string, url: string): Promise<void> => writeFile(fileIn(root), `${url}\n`);

/** @returns the origin of the last dev; undefined if there was none */
export const lastAddress = async (root: string): Promise<string | undefined> => {
  const text = (await readFile(fileIn(root), 'utf8').catch(() => '')).trim();
  return text === '' ? undefined : text;
};
