// Where the server listens: the port must be free, and commands that print links remember the address of `lectern dev`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorMessage, hasErrorCode } from '../../lib/errors.ts';

export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/**
 * @returns where a server of this environment listens
 * @throws Error if PORT is not a port
 */
export const addressOf = ({ HOST: host = '127.0.0.1', PORT: port = '' }: NodeJS.ProcessEnv): Address => {
  if (!/^\d*$/.test(port) || Number(port) > 65_535)
    throw new Error(`The port must be a number from 0 to 65535, not ${port}: --port 3000, or PORT`);
  return { host, port: port === '' ? 3000 : Number(port) };
};

const wrongHost = 'HOST must be an address of this machine';

/** What to do when a server cannot listen, by the code of the error. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the program that listens there, or choose another port, for example --port 3001',
  EACCES: 'this user may not listen there: choose a port above 1023, for example --port 3001',
  EADDRNOTAVAIL: wrongHost,
  ENOTFOUND: wrongHost,
};

/** The message of an error, with what to do if it says that a server cannot listen. */
export const formatListenError = (error: unknown): string => {
  const code = Object.keys(advice).find((one) => hasErrorCode(error, one));
  return code === undefined ? errorMessage(error) : `${errorMessage(error)}: ${advice[code] ?? ''}`;
};

/** @throws Error that says what to do when no server can listen there */
export const checkPort = async ({ host, port }: Address): Promise<void> => {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(formatListenError(error), { cause: error });
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
