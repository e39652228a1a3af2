// Runs the server as a separate process, so that it can restart with changed code.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { usesColour, formatLogLine } from './formatLogLine.ts';

export interface Server {
  /** Resolves with the server's URL when it answers; with undefined if it ends before, after it printed why on stderr. */
  readonly ready: Promise<string | undefined>;
  /** Stops the server after the requests under way; returns when the process has ended. */
  readonly stop: () => Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

const stopTimeoutMs = 5_000;

const stop = async (child: ChildProcess, ended: Promise<void>): Promise<void> => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
};

/** Prints the output of a process, formatted; resolves with the URL of its "ready" line. */
const waitForUrl = (output: Readable, coloured: boolean, print: (line: string) => void): Promise<string> =>
  new Promise((resolve) => {
    createInterface(output).on('line', (line) => {
      print(formatLogLine(line, coloured));
      const url = /\bready(?: at|:) (https?:\/\/[^\s/"]+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
  });

/** @param child the server's process, with its output piped to this process */
export const watchServer = (child: ChildProcess, env: NodeJS.ProcessEnv): Server => {
  const ended = once(child, 'exit').then(() => undefined);
  const { stdout, stderr } = child;
  const urls = [
    ...(stdout === null ? [] : [waitForUrl(stdout, usesColour(env, process.stdout), console.log)]),
    ...(stderr === null ? [] : [waitForUrl(stderr, usesColour(env, process.stderr), console.error)]),
  ];
  return { ready: Promise.race([...urls, ended]), ended, stop: () => stop(child, ended) };
};

/** Starts the built server with a script, `bin/start.js`. It ends when this process ends. */
export const startServer = (script: string, env: NodeJS.ProcessEnv): Server =>
  watchServer(
    spawn(process.execPath, [script, '--built'], {
      env: { ...env, LECTERN_DEVELOPMENT: 'true' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
    env,
  );
