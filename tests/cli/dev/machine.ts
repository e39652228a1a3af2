// A fake machine in a temporary folder: its PATH, its cache, its pip.
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Machine } from '../../../cli/mongod/machine.ts';

export interface TestMachine extends Machine {
  readonly folder: string;
  /** The messages of the steps. */
  readonly messages: string[];
  /** Writes a shell script below the folder and returns its path. */
  readonly program: (path: string, script?: string) => Promise<string>;
}

/** A Linux x64 machine with an empty PATH and no access to download sites; its folder is deleted after the test. */
export const testMachine = async (env: NodeJS.ProcessEnv = {}): Promise<TestMachine> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-machine-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const messages: string[] = [];
  return {
    folder,
    messages,
    platform: 'linux',
    arch: 'x64',
    env: {
      PATH: join(folder, 'bin'),
      HOME: join(folder, 'home'),
      MONGOMS_DOWNLOAD_MIRROR: 'http://127.0.0.1:1',
      ...env,
    },
    log: (line) => void messages.push(line),
    program: async (path, script = 'echo db version v6.0.5') => {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `#!/bin/sh\n${script}\n`);
      await chmod(file, 0o755);
      return file;
    },
  };
};
