// Packs Lectern as `npm publish` would, and creates a project with the package.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, symlink, utimes, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { guideHash } from '../../bin/buildGuide.js';
import { packageSources } from '../../bin/packLectern.js';
import { sharedFolder } from './shared-folder.ts';

/** What is in both packages, and what builds them. */
const sources = [
  ...packageSources,
  // So that packing does not build the editor again.
  ...['dist/editor', 'dist/editor.hash', 'content-types', 'sample'],
];

/** A page in place of the documentation, which takes 20 seconds of CPU time to build. */
const writeGuide = async (dist: string): Promise<void> => {
  const tar = pack();
  tar.entry({ name: 'index.html' }, '<h1>Documentation</h1>');
  tar.finalize();
  await writeFile(join(dist, 'guide.tar.br'), brotliCompressSync(await buffer(tar)));
  await writeFile(join(dist, 'guide.hash'), guideHash());
};

/** A copy of the repository, because packing replaces `dist/`, which other tests use. */
const copyTo = async (folder: string): Promise<void> => {
  for (const source of sources) await cp(source, join(folder, source), { recursive: true });
  await writeGuide(join(folder, 'dist'));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  // So that `npm run create` does not take the packages for outdated: `npm ci` would delete those of the repository.
  await utimes(join(folder, 'package-lock.json'), 0, 0);
};

/** Runs `npm run create` once for all test files of a run. @throws Error with the output of npm if it fails */
const cloneFolder = (): Promise<string> =>
  sharedFolder('packed', async (shared) => {
    const clone = join(shared, 'clone');
    await copyTo(clone);
    await promisify(execFile)('npm', ['run', 'create', '--', '../my-site', '--no-install'], { cwd: clone });
  });

/** @returns the path of the tarball */
export const packedLectern = async (): Promise<string> => {
  const dist = join(await cloneFolder(), 'clone/dist');
  const tarball = readdirSync(dist).find((name) => name.endsWith('.tgz'));
  return join(dist, tarball ?? 'lectern.tgz');
};

/** @returns the folder of a project that `npm run create -- ../my-site` made; copy it before changing it */
export const createdProject = async (): Promise<string> => join(await cloneFolder(), 'my-site');
