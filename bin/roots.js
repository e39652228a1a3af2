// @ts-check
// The folders of Lectern and of the project that it serves. In a clone of Lectern both are the clone.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** The folder of Lectern: `node_modules/lectern` in a project, or a clone. */
export const packageRoot = dirname(import.meta.dirname);

/** The folder of content types, extensions, configuration and data. */
export const projectRoot = process.cwd();

/** Whether this is a clone, where the programs are built from TypeScript when they start. The package has no `lib/`. */
export const isClone = existsSync(join(packageRoot, 'lib'));

/** The folder that holds `lib/` and `functions/`: TypeScript in a clone, compiled in the package. */
export const modulesRoot = isClone ? packageRoot : join(packageRoot, 'dist/modules');

/** The ending of the files in `modulesRoot`. */
export const moduleEnding = isClone ? '.ts' : '.js';

/** Build output in the project, which git ignores. */
export const outputFolder = '.lectern';

/** Where the bundles of the Lambda functions are built, relative to the project. */
export const functionsFolder = `${outputFolder}/functions`;
