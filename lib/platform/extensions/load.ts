// Loads the built extensions of a project.
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
  const loaded = (await import(pathToFileURL(resolve(path)).href)) as { readonly extensions: readonly ExtensionFile[] };
  return loaded.extensions;
};
