// The name and the folder of a new project.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, basename, resolve } from 'node:path';
import { builtinModules } from 'node:module';
import { hasErrorCode } from '../../lib/errors.ts';

export const projectNameOf = (folder: string): string => basename(resolve(folder));

/** npm refuses them, or Node would find another module by this name. */
const reservedNames = new Set(['node_modules', 'favicon.ico', 'lectern', ...builtinModules]);

/** @returns why npm would refuse the name for a package; undefined if it takes it */
export const projectNameFault = (name: string): string | undefined => {
  if (reservedNames.has(name)) return `"${name}" is a reserved name: choose a folder such as my-site.`;
  if (name.length > 214) return `The name of a project has at most 214 characters, and this one has ${name.length}.`;
  return /^[a-z0-9][a-z0-9._-]*$/.test(name)
    ? undefined
    : `"${name}" cannot be the name of an npm package: use lowercase letters, digits, ".", "-" and "_", as in my-site.`;
};

/** The name of the project on AWS, whose names start with a letter and have no dots and underscores. */
export const serviceNameOf = (name: string): string => {
  const text = name.replace(/[^a-z0-9]+/g, '-').replace(/-$/, '');
  return /^[a-z]/.test(text) ? text : `site-${text}`;
};

/** Contents of files by their path in the project. */
export type ProjectFiles = ReadonlyMap<string, string | Buffer>;

/** A folder may be a clone of an empty repository. */
const ignoredEntries = ['.git', '.DS_Store'];

/** @returns its names; undefined if there is no such folder */
const listEntries = (folder: string): Promise<readonly string[] | undefined> =>
  readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    if (hasErrorCode(error, 'ENOTDIR'))
      throw new Error(`${folder} is a file: choose another folder.`, { cause: error });
    throw error;
  });

/** @throws Error if the folder has files, is a file, or has a name that no project can have */
export const requireNewFolder = async (folder: string): Promise<void> => {
  const fault = projectNameFault(projectNameOf(folder));
  if (fault !== undefined) throw new Error(fault);
  const entries = (await listEntries(folder))?.filter((name) => !ignoredEntries.includes(name)) ?? [];
  const [first] = entries;
  if (first === undefined) return;
  const more = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  throw new Error(`${folder} is not empty: it has ${first}${more}. Choose a new folder.`);
};

/**
 * @param folder created with its parents if it does not exist
 * @throws Error as `requireNewFolder`, or if a file cannot be written. Nothing is left then
 */
export const writeProject = async (folder: string, files: ProjectFiles): Promise<void> => {
  await requireNewFolder(folder);
  const firstCreated = await mkdir(folder, { recursive: true });
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content, { flag: 'wx' });
    }
  } catch (error) {
    const written = new Set([...files.keys()].map((path) => join(folder, path.split('/')[0] ?? '')));
    for (const path of firstCreated === undefined ? written : [firstCreated])
      await rm(path, { recursive: true, force: true });
    throw error;
  }
};
