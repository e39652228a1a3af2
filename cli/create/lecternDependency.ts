// Determines which `lectern` a project depends on.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ProjectFiles } from './projectFolder.ts';

export interface LecternDependency {
  /** What package.json names. */
  readonly range: string;
  /** The package itself, if it is in no registry: the project contains it, so it installs anywhere. */
  readonly files: ProjectFiles;
}

/**
 * @param wanted a version, a range, or the path of a package; undefined for the versions that fit this program
 * @param version of this program
 */
export const lecternDependency = async (wanted: string | undefined, version: string): Promise<LecternDependency> => {
  const files = new Map<string, Buffer>();
  if (wanted === undefined) return { range: `^${version}`, files };
  if (!existsSync(wanted)) return { range: wanted, files };
  if (!wanted.endsWith('.tgz')) return { range: `file:${resolve(wanted)}`, files };
  return { range: `file:${basename(wanted)}`, files: files.set(basename(wanted), await readFile(wanted)) };
};
