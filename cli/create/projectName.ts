// Derives the names of a project from its folder, and checks them.
import { builtinModules } from 'node:module';
import { basename, resolve } from 'node:path';

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
