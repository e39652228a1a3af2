// The server as a process of its own, so that it can be started anew with changed code.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isColoured, readable } from './lines.ts';

export interface Server {
  /** Its URL once it answers; undefined when it ended instead, having told why on stderr. */
  readonly ready: Promise<string | undefined>;
  /** Lets it answer what is under way; returns when it is gone. */
  readonly stop: () => Promise<void>;
  /** Resolves when it is gone, asked to or not. */
  readonly ended: Promise<void>;
}

const patienceMs = 5_000;

const stop = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
};

/** Lets through what the server prints, a request in a short line; resolves with the first URL in it. */
const firstUrl = (child: ChildProcess, coloured: boolean): Promise<string> =>
  new Promise((resolve) => {
    if (child.stdout === null) return;
    createInterface(child.stdout).on('line', (line) => {
      console.log(readable(line, coloured));
      const url = /https?:\/\/[^\s/]+/.exec(line)?.[0];
      if (url !== undefined) resolve(url);
    });
  });

/** Starts what was built. It ends when this process does. */
export const startServer = (root: string, env: NodeJS.ProcessEnv): Server => {
  const child = spawn(process.execPath, [join(root, 'bin/start.js'), '--built'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  return {
    ready: Promise.race([firstUrl(child, isColoured(env, process.stdout)), ended]),
    ended,
    stop: () => stop(child, ended),
  };
};
