// @ts-check
// Installs sharp for the platform of the functions, because npm installs it only for this machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './json.js';

/** @typedef {{ readonly version: string }} Locked */

/**
 * Node resolves packages of the functions here. Functions that run on this machine load sharp from here too, with the
 * native part for this machine from the node_modules of the project.
 */
const folder = 'dist/functions';
const modules = `${folder}/node_modules`;

/** The files to package: without the source, because sharp is already built. */
export const sharpFiles = [`${modules}/**`, `!${modules}/sharp/{src,install}/**`];

/** @param {string} file */
const installedVersion = (file) => (existsSync(file) ? /** @type {Locked} */ (readJson(file)).version : undefined);

/**
 * Installs sharp and its dependencies for Linux on arm64 into `dist/functions/node_modules`, in the versions of the
 * lock file, unless they are installed.
 *
 * @throws Error when npm fails; the message says what to do
 */
export const installSharp = () => {
  const lock = /** @type {{ packages: Record<string, object> & { 'node_modules/sharp': Locked } }} */ (
    readJson('package-lock.json')
  );
  const { version } = lock.packages['node_modules/sharp'];
  if (installedVersion(`${modules}/@img/sharp-linux-arm64/package.json`) === version) return;
  mkdirSync(folder, { recursive: true });
  const manifest = { private: true, dependencies: { sharp: version } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // npm skips the packages of the lock file that the manifest does not need.
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { ...lock.packages, '': manifest } }),
  );
  const platformOptions = ['--os=linux', '--cpu=arm64', '--libc=glibc'];
  const npmOptions = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', ['ci', ...platformOptions, ...npmOptions], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(
      `sharp ${version} for Linux on arm64 is not installed, and npm cannot download it: package once with access to the npm registry, ` +
        `and keep ${modules}\n${stderr}`,
    );
};
