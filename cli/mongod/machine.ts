// Describes the machine for the search of a mongod, and runs programs on it.
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

/** Receives one line about what a step does. */
export type LogLine = (line: string) => void;

export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly log: LogLine;
}

/** One way to get a mongod: resolves with its path, or with undefined if this way does not work on this machine. */
export type MongodSource = (machine: Machine) => Promise<string | undefined>;

export const localMachine = (log: LogLine): Machine => ({
  env: process.env,
  platform: process.platform,
  arch: process.arch,
  log,
});

/** Lectern's folder in the user's cache folder. A relative `XDG_CACHE_HOME` is ignored, as its specification requires. */
export const cacheFolder = ({ env }: Machine): string => {
  const xdg = env.XDG_CACHE_HOME ?? '';
  return join(isAbsolute(xdg) ? xdg : join(env.HOME ?? homedir(), '.cache'), 'lectern');
};

const execute = promisify(execFile);

/**
 * Runs a program until it ends; kills it if this process exits before.
 *
 * @throws Error with the program's `stderr` when it cannot be run or fails
 */
export const runProgram = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const running = execute(command, [...args], { env });
  const kill = (): void => void running.child.kill();
  process.once('exit', kill);
  try {
    return (await running).stdout;
  } finally {
    process.off('exit', kill);
  }
};

/** The reason of a failure in one line: the innermost cause, or the last line that a program wrote. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
  return (stderr === '' ? error.message : stderr).split('\n').at(-1) ?? error.name;
};
