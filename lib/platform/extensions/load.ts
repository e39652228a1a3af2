// Loads the built extensions of a project.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { thrownText } from '../../errors.ts';
import type { ExtensionFile } from './compile.ts';

/** An error of project code, with the place that threw it: programs print only messages. */
const loadError = (error: unknown): Error => {
  if (!(error instanceof Error)) return new Error(`An extension threw ${thrownText(error)}`, { cause: error });
  const place = error.stack?.split('\n').find((line) => /^ {4}at /.test(line)) ?? '';
  return new Error(`An extension cannot be loaded: ${error.message}\n${place}`.trimEnd(), { cause: error });
};

/**
 * @param env `LECTERN_EXTENSIONS`: the module that `lectern build` makes of `extensions/`; not set: there are none
 * @throws Error with the place, when the project's code throws while it loads
 */
export const loadExtensions = async ({
  LECTERN_EXTENSIONS: path,
}: NodeJS.ProcessEnv): Promise<readonly ExtensionFile[]> => {
  if (path === undefined || path === '') return [];
  // `lectern dev` loads the module again after it was built again.
  const { mtimeMs } = await stat(path);
  const url = `${pathToFileURL(resolve(path)).href}?${mtimeMs}`;
  const loaded = (await import(url).catch((error: unknown) => {
    throw loadError(error);
  })) as { readonly extensions: readonly ExtensionFile[] }; // `lectern build` writes it
  return loaded.extensions;
};
