// Starts the functions behind serverless-offline, like `npm run offline`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../setup/port.ts';

export interface Offline {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * @param program `lectern offline`, or one that serves some of the functions
 * @throws Error with the output if the process ends before it is ready
 */
export const startOffline = async (
  env: Readonly<Record<string, string>>,
  program: readonly string[],
): Promise<Offline> => {
  const port = await freePort();
  const child = spawn(process.execPath, [...program], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output: string[] = [];
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        output.push(line);
        if (line.startsWith('Server ready: ')) resolve();
      });
  });
  const isReady = await Promise.race([ready.then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error(`npm run offline ended:\n${output.join('\n')}`);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
