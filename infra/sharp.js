// @ts-check
// Installs sharp for the platform of the functions, because npm installs it only for this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startStep } from '../bin/progress.js';
import { functionsFolder } from '../bin/roots.js';
import { readJson } from './json.js';

/** @typedef {{ readonly version: string }} Locked */

/**
 * Node resolves packages of the functions here. Functions that run on this machine load sharp from here too, with the
 * native part for this machine from the node_modules of the project.
 */
const folder = functionsFolder;
const modules = `${folder}/node_modules`;

/** The files to package: without the source, because sharp is already built. */
export const sharpFiles = [`${modules}/**`, `!${modules}/sharp/{src,install}/**`];

/** @param {string} file */
const installedVersion = (file) => (existsSync(file) ? /** @type {Locked} */ (readJson(file)).version : undefined);

/** The version of sharp that Lectern uses on this machine. */
const currentVersion = () => {
  const file = createRequire(import.meta.url).resolve('sharp');
  return installedVersion(join(file.slice(0, file.lastIndexOf('node_modules')), 'node_modules/sharp/package.json'));
};

/**
 * Lets npm install the dependencies of sharp in the versions of the project's lock file, if it has one with this sharp.
 *
 * @param {object} manifest
 * @param {string} version
 * @returns the command of npm
 */
const writeLock = (manifest, version) => {
  const lock = /** @type {{ readonly packages?: Readonly<Record<string, Partial<Locked>>> }} */ (
    existsSync('package-lock.json') ? readJson('package-lock.json') : {}
  );
  const file = join(folder, 'package-lock.json');
  rmSync(file, { force: true });
  if (lock.packages?.['node_modules/sharp']?.version !== version) return 'install';
  // npm skips the packages of the lock file that the manifest does not need.
  writeFileSync(file, JSON.stringify({ ...lock, packages: { ...lock.packages, '': manifest } }));
  return 'ci';
};

/**
 * Installs sharp and its dependencies for Linux on arm64 into `.lectern/functions/node_modules`, unless they are
 * installed.
 *
 * @throws Error when npm fails; the message says what to do
 */
export const installSharp = () => {
  const version = currentVersion() ?? '';
  if (installedVersion(`${modules}/@img/sharp-linux-arm64/package.json`) === version) return;
  const end = startStep('Installing sharp for the functions: Linux on arm64');
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { sharp: version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const command = writeLock(manifest, version);
  const platformOptions = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  const npmOptions = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', [command, ...platformOptions, ...npmOptions], {
    cwd: folder,
    encoding: 'utf8',
  });
  end();
  if (status !== 0)
    throw new Error(
      `sharp ${version} for Linux on arm64 is not installed, and npm cannot download it: package once with access to the npm registry, ` +
        `and keep ${modules}\n${stderr}`,
    );
};
