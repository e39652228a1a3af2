// Runs the server as a separate process, so that it can restart with changed code.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isColoured, readable } from './lines.ts';

export interface Server {
  /** Resolves with the server's URL when it answers; with undefined if it ends before, after it printed why on stderr. */
  readonly ready: Promise<string | undefined>;
  /** Stops the server after the requests under way; returns when the process has ended. */
  readonly stop: () => Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const patienceMs = 5_000;

const stop = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(timer);
};

/** Prints the output of a process, requests as short lines; resolves with the URL of its "ready" line. */
const readyAt = (said: Readable, coloured: boolean, tell: (line: string) => void): Promise<string> =>
  new Promise((resolve) => {
    createInterface(said).on('line', (line) => {
      tell(readable(line, coloured));
      const url = /\bready(?: at|:) (https?:\/\/[^\s/]+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });

/** @param child the server's process, with its output piped to this process */
export const serverOf = (child: ChildProcess, env: NodeJS.ProcessEnv): Server => {
  const ended = once(child, 'exit').then(() => undefined);
  const { stdout, stderr } = child;
  const said = [
    ...(stdout === null ? [] : [readyAt(stdout, isColoured(env, process.stdout), console.log)]),
    ...(stderr === null ? [] : [readyAt(stderr, false, console.error)]),
  ];
  return { ready: Promise.race([...said, ended]), ended, stop: () => stop(child, ended) };
};

/** Starts the built server. It ends when this process ends. */
export const startServer = (root: string, env: NodeJS.ProcessEnv): Server =>
  serverOf(
    spawn(process.execPath, [join(root, 'bin/start.js'), '--built'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
    env,
  );
