// Starts one embedded MongoDB for the whole run; every test file has its own databases in it (see database.ts).
import { access, constants, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { dataPrefix, startMongod } from '../../lib/tools/dev/mongod/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection string of the embedded MongoDB, without a database in its path. */
    readonly mongodbUri: string;
  }
}

const memoryFolder = '/dev/shm';
const neededBytes = 2 * 1024 ** 3;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes the folders of killed runs, which occupy memory. */
const removeLeftOver = async (): Promise<void> => {
  for (const name of await readdir(memoryFolder)) {
    const pid = Number(await readFile(join(memoryFolder, name, 'mongod.lock'), 'utf8').catch(() => ''));
    if (name.startsWith(dataPrefix) && pid > 0 && !isRunning(pid))
      await rm(join(memoryFolder, name), { recursive: true, force: true });
  }
};

/** A folder in memory, where a flush costs nothing; undefined if there is none or it has too little room. */
const memoryDir = async (): Promise<string | undefined> => {
  try {
    await access(memoryFolder, constants.W_OK);
    await removeLeftOver();
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= neededBytes ? memoryFolder : undefined;
  } catch {
    return undefined;
  }
};

/** @returns a function that stops MongoDB */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const mongod = await startMongod({
    tempDir: await memoryDir(),
    log: (line) => {
      console.error(line);
    },
  });
  project.provide('mongodbUri', mongod.uri);
  return mongod.stop;
};
