// Stores a downloaded mongod in the user's cache folder, so that each machine downloads it once.
import { rmSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, runProgram, type Machine } from './machine.ts';

/** The path in the cache of a mongod of this version. */
export const cachePath = (machine: Machine, version: string): string =>
  join(cacheFolder(machine), `mongod-${version}-${machine.platform}-${machine.arch}`);

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Puts a mongod into the cache in one atomic step: other processes may do the same at this moment.
 *
 * @param fetch downloads the binary into an empty folder and returns its path there
 * @returns the path in the cache
 * @throws Error when the download fails or the binary does not run on this machine
 */
export const storeInCache = async (
  machine: Machine,
  version: string,
  fetch: (folder: string) => Promise<string>,
): Promise<string> => {
  await mkdir(cacheFolder(machine), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(machine), '.fetching-'));
  // Deletes the folder also if the process exits during the download.
  const clean = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clean);
  try {
    const fetched = await fetch(folder);
    await chmod(fetched, 0o755);
    // A binary that lacks a library on this machine must not get into the cache.
    await runProgram(fetched, ['--version'], machine.env);
    await rename(fetched, cachePath(machine, version));
    return cachePath(machine, version);
  } finally {
    process.off('exit', clean);
    clean();
  }
};
