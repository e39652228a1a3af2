// Finds a folder in memory for the data of a temporary mongod: there a flush to disk costs nothing.
import { access, constants, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPrefix } from './startMongod.ts';

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

/** @returns undefined if this machine has no such folder, or it has too little room */
export const findMemoryFolder = async (): Promise<string | undefined> => {
  try {
    await access(memoryFolder, constants.W_OK);
    await removeLeftOver();
    const { bavail, bsize } = await statfs(memoryFolder);
    return bavail * bsize >= neededBytes ? memoryFolder : undefined;
  } catch {
    return undefined;
  }
};
