// A real S3 server: moto, a Python program, installed from PyPI into a folder of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export interface S3Server {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

const home = join(homedir(), '.cache/lectern/moto');
const program = join(home, 'bin/moto_server');
const python = join(home, 'bin/python');

const ran = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 180_000 }).status === 0;

/** Whether the server is there, or could be installed. */
const install = (): boolean =>
  existsSync(program) ||
  (ran('python3', '-m', 'venv', home) && ran(join(home, 'bin/pip'), 'install', '--quiet', 'moto[server]==5.*'));

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on a port
  server.close();
  await once(server, 'close');
  return port;
};

const answers = async (endpoint: string, child: ChildProcess): Promise<boolean> => {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    if ((await fetch(endpoint).catch(() => undefined)) !== undefined) return true;
    await setTimeout(100);
  }
  return false;
};

/** Where Python has moto, and cfn-lint with it; undefined where it cannot have it. */
export const motoHome = (): string | undefined => (install() ? home : undefined);

/** @returns undefined where there is no Python, or the registry does not answer */
const start = async (command: string, ...args: readonly string[]): Promise<S3Server | undefined> => {
  if (!install()) return undefined;
  const port = await freePort();
  const child = spawn(command, [...args, '-H', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  const endpoint = `http://127.0.0.1:${port}`;
  if (await answers(endpoint, child)) return { endpoint, stop };
  await stop();
  return undefined;
};

export const startS3 = (): Promise<S3Server | undefined> => start(program);

/** As much of AWS as a deployment asks for. */
export const startAws = (): Promise<S3Server | undefined> => start(python, 'tests/deploy/stand_ins.py');
