// Builds a relay as a program, starts it as processes, and kills them.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

export interface RelayProgram {
  /** @param uri the connection string, with the name of the database in its path */
  readonly start: (uri: string) => ChildProcess;
  readonly kill: (relay: ChildProcess) => Promise<void>;
  /** What all processes wrote to stderr. */
  readonly errors: () => string;
}

/**
 * Call it at the top of a test file. Processes that are not killed end after the tests.
 *
 * @param name tells the programs of test files apart
 * @param entry the file that runs the relay of a site; its argument is the connection string
 */
export const relayProgram = (name: string, entry = 'tests/events/relay/relayProcess.ts'): RelayProgram => {
  const folder = resolve('dist', `${name}-${process.pid}`);
  const program = join(folder, 'relay.mjs');
  const started: ChildProcess[] = [];
  let errors = '';
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', target: 'node20' } as const;
    await build({ entryPoints: [entry], outfile: program, ...options });
  });
  afterAll(async () => {
    for (const relay of started) relay.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });
  return {
    start: (uri) => {
      const relay = spawn(process.execPath, [program, uri], { stdio: ['ignore', 'ignore', 'pipe'] });
      started.push(relay);
      relay.stderr.on('data', (text) => (errors += String(text)));
      return relay;
    },
    kill: async (relay) => {
      const ended = once(relay, 'exit');
      relay.kill('SIGKILL');
      await ended;
    },
    errors: () => errors,
  };
};
