// Keeps a fetched mongod in the user's cache folder, so that it is fetched once per machine.
import { rmSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, run, type Machine } from './machine.ts';

/** Where a mongod of this version is kept. */
export const cachePath = (machine: Machine, version: string): string =>
  join(cacheFolder(machine), `mongod-${version}-${machine.platform}-${machine.arch}`);

export const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Puts a mongod into the cache, where it appears whole or not at all: others may be doing the same right now.
 *
 * @param fetch brings the binary into the empty folder it is given and returns its path there
 * @returns the path in the cache
 * @throws Error when it cannot be fetched, or does not run on this machine
 */
export const keep = async (
  machine: Machine,
  version: string,
  fetch: (folder: string) => Promise<string>,
): Promise<string> => {
  await mkdir(cacheFolder(machine), { recursive: true });
  const folder = await mkdtemp(join(cacheFolder(machine), '.fetching-'));
  // Ended in the middle, it leaves nothing behind either.
  const clean = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', clean);
  try {
    const fetched = await fetch(folder);
    await chmod(fetched, 0o755);
    // What lacks a library here must not be found in the cache later.
    await run(fetched, ['--version'], machine.env);
    await rename(fetched, cachePath(machine, version));
    return cachePath(machine, version);
  } finally {
    process.off('exit', clean);
    clean();
  }
};
