// The server as a process of its own, so that it can be started anew with changed code.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
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

/** Lets through what a process says, a request in a short line; resolves with the URL that it is ready at. */
const readyAt = (said: Readable, coloured: boolean, tell: (line: string) => void): Promise<string> =>
  new Promise((resolve) => {
    createInterface(said).on('line', (line) => {
      tell(readable(line, coloured));
      const url = /\bready(?: at|:) (https?:\/\/[^\s/]+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });

/** @param child whose output is piped here */
export const serverOf = (child: ChildProcess, env: NodeJS.ProcessEnv): Server => {
  const ended = once(child, 'exit').then(() => undefined);
  const { stdout, stderr } = child;
  const said = [
    ...(stdout === null ? [] : [readyAt(stdout, isColoured(env, process.stdout), console.log)]),
    ...(stderr === null ? [] : [readyAt(stderr, false, console.error)]),
  ];
  return { ready: Promise.race([...said, ended]), ended, stop: () => stop(child, ended) };
};

/** Starts what was built. It ends when this process does. */
export const startServer = (root: string, env: NodeJS.ProcessEnv): Server =>
  serverOf(
    spawn(process.execPath, [join(root, 'bin/start.js'), '--built'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
    env,
  );
