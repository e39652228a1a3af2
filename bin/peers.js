// @ts-check
// Finds packages that only some commands need, so that a project installs them itself.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { packageRoot, projectRoot } from './roots.js';

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

/** The names under which npm installs a package of another name. @type {Readonly<Record<string, string>>} */
const aliases = { serverless: 'npm:osls@' };

/**
 * @param {readonly string[]} names in `tools` of package.json
 * @returns {string} the command that installs them, in the versions that Lectern works with
 */
export const installCommand = (names) => {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  // No peer dependencies: npm installs those of a package that a project needs, also with --omit=dev.
  const { tools } = /** @type {{ readonly tools: Readonly<Record<string, string>> }} */ (manifest);
  const packages = names.map((name) => `${name}@${aliases[name] ?? ''}${tools[name] ?? ''}`);
  return `npm install --save-dev ${packages.join(' ')}`;
};
