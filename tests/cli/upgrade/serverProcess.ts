// Starts `npm start` of this version or of an earlier one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServerProcess {
  readonly origin: string;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/**
 * @param folder the repository of that version
 * @param program the arguments of `node`
 * @throws Error when the server ends before it is ready
 */
export const startServer = async (
  folder: string,
  program: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const url = /ready at ([^\s"]+)/.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    void ended.then(() => {
      reject(new Error(`${folder}: the server ended before it was ready`));
    });
  });
  return {
    origin,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
};
