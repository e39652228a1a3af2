// Copies an example into a folder of the calling test file, with its packages.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll } from 'vitest';
import { installPackages, packagesFolder } from '../setup/packages.ts';
import { openSiteFolder, type SiteFolder } from './program.ts';

/** What builds and developers leave in an example. */
const leftovers = ['node_modules', '_site', 'dist', '.builds', '.compiled', '.pictures', '.astro', '.cache', '.next'];

/**
 * @param name of the folder in examples/
 * @returns undefined if the packages cannot be installed
 */
export const exampleFolder = async (name: string): Promise<SiteFolder | undefined> => {
  const source = join('examples', name);
  const installed = await installPackages(source);
  if (installed === undefined) return undefined;
  const folder = mkdtempSync(join(packagesFolder, `run-${name}-`));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  cpSync(source, folder, {
    recursive: true,
    filter: (path) => !leftovers.includes(basename(path)) && !basename(path).startsWith('.env'),
  });
  // Hard links, because Turbopack refuses a symbolic link to packages in another folder.
  execFileSync('cp', ['-al', join(installed, 'node_modules'), folder]);
  return openSiteFolder(folder);
};
