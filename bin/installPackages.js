// @ts-check
// Installs the packages of a clone if they are missing or outdated, so that Node is the only requirement.
import { spawnSync } from 'node:child_process';
import console from 'node:console';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isClone, packageRoot } from './roots.js';

/** @param {string} path */
const modifiedAt = (path) => statSync(join(packageRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Runs npm in the clone: the one that runs this program, if any.
 *
 * @param {readonly string[]} args
 * @returns {boolean} whether it succeeded; npm has printed the reason if not
 */
export const runNpm = (args) => {
  const npm = process.env.npm_execpath;
  const options = { cwd: packageRoot, stdio: /** @type {const} */ ('inherit') };
  const { status } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0;
};

/** Ends this process if npm fails. */
export const installPackages = () => {
  if (!isClone || modifiedAt('node_modules/.package-lock.json') >= modifiedAt('package-lock.json')) return;
  console.error('Installing packages: npm ci');
  // `--include=dev`: development packages are needed whatever NODE_ENV is.
  if (runNpm(['ci', '--include=dev', '--no-audit', '--no-fund'])) return;
  console.error('npm ci failed, see above');
  process.exit(1);
};
