// Packs Lectern as `npm publish` would.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sharedFolder } from './shared-folder.ts';

/** What is in the package, and what builds it. */
const sources = [
  ...[
    'bin',
    // So that packing does not build the editor again.
    'dist/editor',
    'dist/editor.hash',
    'editor',
    'functions',
    'infra',
    'lib',
    'tsconfig.json',
    'tsconfig.package.json',
    'package.json',
    'package-lock.json',
  ],
  ...['docs', 'CHANGELOG.md', 'LICENSE', 'README.md'],
];

/** A copy of the repository, because packing replaces `dist/`, which other tests use. */
const copyTo = async (folder: string): Promise<void> => {
  for (const source of sources) await cp(source, join(folder, source), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
};

/**
 * Packs Lectern once for all test files of a run.
 *
 * @returns the path of the tarball
 * @throws Error with the output of npm if it fails
 */
export const packedLectern = async (): Promise<string> => {
  const folder = await sharedFolder('packed', async (shared) => {
    await copyTo(shared);
    await promisify(execFile)('npm', ['pack'], { cwd: shared });
  });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  return join(folder, tarball ?? 'lectern.tgz');
};
