// @ts-check
// Builds the editor into dist/editor/, unless nothing that it is made of has changed since.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { hashSources, isUpToDate } from './inputs.js';
import { isClone, packageRoot } from './roots.js';

const output = join(packageRoot, 'dist/editor');

/** The hash of what `output` was built from. */
const hashFile = `${output}.hash`;

/** Files and folders whose content decides about the result. The editor imports types and constants of lib/. */
const sources = [
  'editor',
  'bin/buildPreview.js',
  'lib/schema',
  'lib/read/operators',
  'package-lock.json',
  'tsconfig.json',
];

const vite = join(packageRoot, 'node_modules/vite/bin/vite.js');

/**
 * Runs Vite in a process of its own, so that this one does not keep its memory.
 *
 * @param {string} folder
 */
const runVite = async (folder) => {
  const args = [vite, 'build', 'editor', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: packageRoot,
    // React is built for development if the environment says so.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  await once(child, 'exit');
  process.off('exit', kill);
  if (child.exitCode !== 0) throw new Error('The editor could not be built: see above');
};

/**
 * Builds the editor if its sources have changed. Does nothing in the package, which contains it, and where Vite is not
 * installed, as in a container.
 *
 * @throws Error when the sources do not compile; Vite has printed the reason
 */
export const prepareEditor = async () => {
  if (!isClone || !existsSync(vite)) return;
  const hash = hashSources(packageRoot, sources);
  if (isUpToDate(output, hashFile, hash)) return;
  // Another process may be serving the files, or building them too.
  const folder = `${output}.${randomUUID()}`;
  const outdated = `${folder}.old`;
  try {
    await runVite(folder);
    rmSync(hashFile, { force: true });
    if (existsSync(output)) renameSync(output, outdated);
    renameSync(folder, output);
    writeFileSync(hashFile, hash);
  } finally {
    for (const one of [folder, outdated]) rmSync(one, { recursive: true, force: true });
  }
};
