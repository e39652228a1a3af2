// @ts-check
// Finds packages that only some commands need, so that a project installs them itself.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './roots.js';

const { resolve } = createRequire(join(projectRoot, 'package.json'));

/** @param {string} name of a module @returns its path; undefined: the project has not installed it */
const findModule = (name) => {
  try {
    return resolve(name);
  } catch {
    return undefined;
  }
};

/** @returns the path of the program of the Serverless Framework; undefined: it is not installed */
export const findServerless = () => {
  const manifest = findModule('serverless/package.json') ?? findModule('osls/package.json');
  return manifest === undefined ? undefined : join(dirname(manifest), 'bin/serverless.js');
};

/** Whether the package that serves functions on this machine is installed. */
export const hasServerlessOffline = () => findModule('serverless-offline') !== undefined;
