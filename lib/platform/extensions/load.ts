// Loads the built extensions of a project.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExtensionFile } from './compile.ts';

/**
 * @param env `LECTERN_EXTENSIONS`: the module that `lectern build` makes of `extensions/`; not set: there are none
 * @throws what the project's code throws while it loads
 */
export const loadExtensions = async ({
  LECTERN_EXTENSIONS: path,
}: NodeJS.ProcessEnv): Promise<readonly ExtensionFile[]> => {
  if (path === undefined || path === '') return [];
  // `lectern dev` loads the module again after it was built again.
  const { mtimeMs } = await stat(path);
  const loaded = (await import(`${pathToFileURL(resolve(path)).href}?${mtimeMs}`)) as {
    readonly extensions: readonly ExtensionFile[];
  };
  return loaded.extensions;
};
