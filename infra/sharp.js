// @ts-check
// sharp for the machine that functions run on: npm installs it for this one alone.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './json.js';

/** @typedef {{ readonly version: string }} Locked */

/**
 * Where the functions find it as they would find any package. Here too it is found, and finds beside the program the
 * native part for this machine, in the project's own node_modules.
 */
const folder = 'dist/functions';
const modules = `${folder}/node_modules`;

/** What is to be packaged of it: it is built, so without its source. */
export const sharpFiles = [`${modules}/**`, `!${modules}/sharp/{src,install}/**`];

/** @param {string} file */
const installedVersion = (file) => (existsSync(file) ? /** @type {Locked} */ (readJson(file)).version : undefined);

/**
 * Installs sharp and what it needs on Linux on arm64 into `dist/functions/node_modules`, as the lock file has them, when
 * they are not there yet.
 *
 * @throws Error saying what to do
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
  // What only the project needs npm leaves out.
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
      `sharp ${version} for Linux on arm64 is not here and cannot be fetched: package once where npm reaches its registry, ` +
        `and keep ${modules}\n${stderr}`,
    );
};
