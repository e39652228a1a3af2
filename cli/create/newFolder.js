// @ts-check
// Checks the name and the folder of a new project. In a clone this runs before packages are installed, so it needs none.
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { builtinModules } from 'node:module';

/** @param {string} folder @returns {string} */
export const projectNameOf = (folder) => basename(resolve(folder));

/** npm refuses them, or Node would find another module by this name. */
const reservedNames = new Set(['node_modules', 'favicon.ico', 'lectern', ...builtinModules]);

/**
 * @param {string} name
 * @returns {string | undefined} why npm would refuse the name for a package; undefined if it takes it
 */
export const projectNameFault = (name) => {
  if (reservedNames.has(name)) return `"${name}" is a reserved name: choose a folder such as my-site.`;
  if (name.length > 214) return `The name of a project has at most 214 characters, and this one has ${name.length}.`;
  return /^[a-z0-9][a-z0-9._-]*$/.test(name)
    ? undefined
    : `"${name}" cannot be the name of an npm package: use lowercase letters, digits, ".", "-" and "_", as in my-site.`;
};

/** A folder may be a clone of an empty repository. */
const ignoredEntries = ['.git', '.DS_Store'];

/** @param {unknown} error @param {string} code */
const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

/**
 * @param {string} folder
 * @returns {Promise<readonly string[] | undefined>} its names; undefined if there is no such folder
 */
const listEntries = (folder) =>
  readdir(folder).catch((/** @type {unknown} */ error) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ENOTDIR')) throw new Error(`${folder} is a file: choose another folder.`, { cause: error });
    throw error;
  });

/** @param {string} folder @throws Error if this user may not write into it, or into the first of its parents that exists */
const requireWritable = async (folder) => {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) await requireWritable(dirname(folder));
    else throw new Error(`You may not write into ${folder}: choose another folder.`, { cause: error });
  }
};

/**
 * @param {string} folder
 * @throws Error if the folder has files, is a file, cannot be written, or has a name that no project can have
 */
export const requireNewFolder = async (folder) => {
  const fault = projectNameFault(projectNameOf(folder));
  if (fault !== undefined) throw new Error(fault);
  const entries = (await listEntries(folder))?.filter((name) => !ignoredEntries.includes(name)) ?? [];
  const [first] = entries;
  if (first === undefined) return requireWritable(resolve(folder));
  const more = entries.length === 1 ? '' : ` and ${entries.length - 1} more`;
  throw new Error(`${folder} is not empty: it has ${first}${more}. Choose a new folder.`);
};
