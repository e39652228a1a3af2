// The package lectern as npm gets it.
import { cp, readdir, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sharedFolder } from '../../setup/shared-folder.ts';
import { npm } from './packages.ts';

/** What the package is built from. */
const copied = [
  ...['bin', 'functions', 'infra', 'lib', 'package.json', 'tsconfig.json', 'tsconfig.package.json', 'LICENSE'],
  ...['README.md', 'CHANGELOG.md'],
];

/**
 * Packs a copy of the repository once for all test files: packing empties `dist/`, which other tests use.
 *
 * @returns the path of the tarball
 */
export const packLectern = async (): Promise<string> => {
  const folder = await sharedFolder('lectern-package', async (shared) => {
    const clone = join(shared, 'clone');
    for (const path of copied) if (existsSync(path)) await cp(path, join(clone, path), { recursive: true });
    await symlink(resolve('node_modules'), join(clone, 'node_modules'));
    await npm(clone, 'pack', '--pack-destination', shared);
  });
  return join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '');
};
