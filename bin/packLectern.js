// @ts-check
// Packs the package `lectern` of a clone, unless it is packed already.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashSources, isUpToDate } from './inputs.js';
import { runNpm } from './npm.js';
import { startStep } from './progress.js';
import { packageRoot } from './roots.js';

/** Files and folders whose content decides about the package: what it contains, and what builds it. */
export const packageSources = [
  ...['.vitepress/config.ts', '.vitepress/theme', 'bin', 'cli', 'docs', 'editor', 'functions', 'infra', 'lib'],
  ...['bench/results.md', 'bench/search.md', 'bench/sizes.md', 'bench/strapi.md'],
  ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.package.json'],
];

const dist = join(packageRoot, 'dist');

/** @returns {string} */
const readVersion = () => {
  /** @type {unknown} */
  const json = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  return /** @type {{ readonly version: string }} */ (json).version;
};

/**
 * Makes a file, unless none of its sources has changed since it was made.
 *
 * @param {string} root
 * @param {readonly string[]} sources files and folders, relative to `root`
 * @param {string} file
 * @param {() => void} make
 */
export const makeOnce = (root, sources, file, make) => {
  const hashFile = `${file}.hash`;
  // Before it is made: a source that changes meanwhile has another hash the next time.
  const hash = hashSources(root, sources);
  if (isUpToDate(file, hashFile, hash)) return;
  rmSync(hashFile, { force: true });
  make();
  writeFileSync(hashFile, hash);
};

/**
 * @returns {string} the path of the package, in `dist/`
 * @throws Error if it cannot be built; the reason is printed
 */
export const packLectern = () => {
  const tarball = join(dist, `lectern-${readVersion()}.tgz`);
  makeOnce(packageRoot, packageSources, tarball, () => {
    const end = startStep("Packing Lectern, once until the clone's files change");
    // stdout is the name of the package.
    if (!runNpm(packageRoot, ['pack', '--silent', '--pack-destination', dist], ['inherit', 'ignore', 'inherit']))
      throw new Error('Lectern could not be packed: see above.');
    end();
  });
  return tarball;
};
