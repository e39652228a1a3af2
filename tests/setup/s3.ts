// Starts a real S3 server.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findMoto } from './moto.ts';
import { freePort } from './port.ts';

export interface S3Server {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const isReachable = async (endpoint: string, child: ChildProcess): Promise<boolean> => {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    if ((await fetch(endpoint).catch(() => undefined)) !== undefined) return true;
    await setTimeout(100);
  }
  return false;
};

/** @returns undefined if moto is not installed @throws Error if it does not start */
const startMoto = async (command: string, ...args: readonly string[]): Promise<S3Server | undefined> => {
  const home = findMoto();
  if (home === undefined) return undefined;
  const port = await freePort();
  const child = spawn(join(home, 'bin', command), [...args, '-H', '127.0.0.1', '-p', String(port)], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  if (await isReachable(endpoint, child)) return { endpoint, stop };
  await stop();
  throw new Error(`${command} does not answer at ${endpoint}`);
};

export const startS3 = (): Promise<S3Server | undefined> => startMoto('moto_server');

/** Starts every AWS service that a deployment uses. */
export const startAws = (): Promise<S3Server | undefined> => startMoto('python', 'tests/deploy/stand_ins.py');
