// @ts-check
// Installs the packages of a clone if they are missing or outdated, so that Node is the only requirement.
import console from 'node:console';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runNpm } from './npm.js';
import { startStep } from './progress.js';
import { isClone, packageRoot } from './roots.js';

/** @param {string} path */
const modifiedAt = (path) => statSync(join(packageRoot, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Ends this process if npm fails. */
export const installPackages = () => {
  if (!isClone || modifiedAt('node_modules/.package-lock.json') >= modifiedAt('package-lock.json')) return;
  const end = startStep('Installing the packages of this clone: npm ci');
  // `--include=dev`: development packages are needed whatever NODE_ENV is.
  const succeeded = runNpm(packageRoot, ['ci', '--include=dev', '--no-audit', '--no-fund']);
  end();
  if (succeeded) return;
  console.error('npm ci failed, see above');
  process.exit(1);
};
