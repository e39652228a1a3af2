// Ends a program: stops everything that it started, the last first.
import { readFileSync } from 'node:fs';

export interface Shutdown {
  /** Registers a function to call at the end. */
  readonly add: (stop: () => Promise<void>) => void;
  readonly hasBegun: () => boolean;
  /** Calls all registered functions and exits the process, with code 1 if one of them fails. */
  readonly end: (code: number) => Promise<void>;
}

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

// npm repeats a signal that this process has already received; a later signal comes from an impatient user.
const forceExitMs = 1_000;

const parentCheckMs = 1_000;

/** What Linux knows of a process: its name and its parent. */
const readStatus = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
};

/** @returns the process and, if it is a shell, its parents until one is no shell; beside Linux the process alone */
export const throughShells = (pid: number): readonly number[] => {
  const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/s.exec(readStatus(pid)) ?? [];
  return name.endsWith('sh') ? [pid, ...throughShells(Number(parent))] : [pid];
};

/**
 * Ends a program that npm started when npm has ended, or the shell in which npm runs it: some shells do not pass signals on, and
 * go on without npm. A program that a person or a script started may outlive its shell.
 */
export const endWithNpm = (shutdown: Shutdown, parentsOf = throughShells): void => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parents = parentsOf(process.ppid).join();
  setInterval(() => {
    if (parentsOf(process.ppid).join() !== parents) void shutdown.end(0);
  }, parentCheckMs).unref();
};

interface ShutdownOptions {
  /** Those that end the program. One that `nohup` may start leaves out SIGHUP. */
  readonly signals?: readonly Signal[];
  /** Gets the error of a function that fails. */
  readonly log?: (error: unknown) => void;
}

/** Starts to listen for the signals that end a program. */
export const createShutdown = ({
  signals = ['SIGINT', 'SIGTERM', 'SIGHUP'],
  log = console.error,
}: ShutdownOptions = {}): Shutdown => {
  const stops: (() => Promise<void>)[] = [];
  let begunAt: number | undefined;
  const end = async (code: number): Promise<void> => {
    if (begunAt !== undefined) return;
    begunAt = Date.now();
    let exitCode = code;
    for (const stop of stops.toReversed())
      await stop().catch((error: unknown) => {
        log(error);
        exitCode = 1;
      });
    process.exit(exitCode);
  };
  for (const signal of signals)
    process.on(signal, () => {
      if (begunAt !== undefined && Date.now() - begunAt > forceExitMs) process.exit(1);
      void end(0);
    });
  return { add: (stop) => void stops.push(stop), hasBegun: () => begunAt !== undefined, end };
};
