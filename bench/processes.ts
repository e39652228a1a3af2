// Starts the measured servers as separate processes and reads their memory peaks.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { cpuMs } from './profile/cpuTime.ts';

export interface ServerProcess {
  /** Without a trailing slash. */
  readonly url: string;
  readonly pid: number;
  /** Returns when the process has ended. */
  readonly stop: () => Promise<void>;
}

const stopTimeoutMs = 10_000;

/** Resolves with the first URL that a process prints. */
const firstUrl = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const { stdout } = child;
    const read = (chunk: string): void => {
      text += chunk;
      const url = /https?:\/\/[^\s/"]+(?=["\s])/.exec(text)?.[0];
      if (url === undefined) return;
      resolve(url);
      // Keep reading the log: a full pipe blocks the process that writes to it.
      stdout?.off('data', read).resume();
    };
    stdout?.setEncoding('utf8').on('data', read);
  });

const stop = async (child: ChildProcess, ended: Promise<unknown>): Promise<void> => {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await ended;
  clearTimeout(timer);
};

/**
 * Starts a Node program that prints its URL when it is ready, and ends on SIGTERM or when its IPC channel closes.
 *
 * @throws Error when the program ends before it is ready; it prints the reason on stderr
 */
export const startProcess = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await Promise.race([firstUrl(child), ended.then(() => undefined)]);
  if (url === undefined || child.pid === undefined) throw new Error(`${args.join(' ')} did not start`);
  return { url, pid: child.pid, stop: () => stop(child, ended) };
};

/** The largest resident set of a process since it started or since `resetPeak`; undefined on systems without /proc. */
export const peakMegabytes = async (pid: number): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
};

/** How often `runProgram` reads the memory and the CPU time. */
const peakIntervalMs = 50;

/**
 * Runs a Node program to its end.
 *
 * @returns its time with its start, its CPU time, and the most memory that it had
 * @throws Error when it fails
 */
export const runProgram = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly seconds: number; readonly cpu: number; readonly megabytes: number }> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let [megabytes, cpu] = [0, 0];
  const timer = setInterval(() => {
    void peakMegabytes(child.pid ?? 0).then((peak) => {
      megabytes = Math.max(megabytes, peak ?? 0);
    });
    cpuMs(child.pid ?? 0).then(
      (used) => {
        cpu = used;
      },
      () => undefined,
    );
  }, peakIntervalMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(timer);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}`);
  return { seconds: (performance.now() - startedAt) / 1000, cpu, megabytes };
};

/** Resets the peak, if the system supports it. */
export const resetPeak = async (pid: number): Promise<void> => {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined);
};
