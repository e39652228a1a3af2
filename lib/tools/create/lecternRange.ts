// Determines which `lectern` a project depends on.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * @param wanted a version, a range, or the path of a package; undefined for the versions that fit this program
 * @param version of this program
 * @returns what package.json names
 */
export const lecternRange = (wanted: string | undefined, version: string): string => {
  if (wanted === undefined) return `^${version}`;
  return existsSync(wanted) ? `file:${resolve(wanted)}` : wanted;
};
