// Finds the folder of Lectern's package, and its version.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const findRoot = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : findRoot(dirname(folder));

/** The folder of the package: above the built program, or above the source. */
export const packageRoot = (): string => findRoot(import.meta.dirname);

interface Package {
  readonly version: string;
}

/** The version of Lectern that runs: `0.1.0`. */
export const installedVersion = (): string =>
  (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as Package).version; // Lectern's own file
