// Creates a project: its files, its dependency on Lectern, and its packages.
import { resolve, basename } from 'node:path';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { runNpm } from '../../bin/npm.js';
import { startStep } from '../../bin/progress.js';
import { formatFault, SchemaError } from '../../lib/schema/index.ts';
import type { TemplateName } from './arguments.js';
import type { Options, Source } from './completeOptions.ts';
import { projectNameOf } from './newFolder.js';
import { projectFiles } from './projectFiles.ts';
import { writeProject, type ProjectFiles } from './projectFolder.ts';
import type { Lock } from '../packages/index.ts';
import { readStrapiProject, type StrapiTypes } from './readStrapiProject.ts';

interface LecternDependency {
  /** What package.json names. */
  readonly range: string;
  /** The package itself, if it is in no registry: the project contains it, so it installs anywhere. */
  readonly files: ProjectFiles;
  /** What the lock says of the package; undefined: it is another one than that which the lock is of. */
  readonly locked: object | undefined;
}

/**
 * @param wanted a version, a range, or the path of a package; undefined for the package that belongs to this program
 * @param version of this program
 * @param packLectern makes that package; undefined: it is in the registry
 */
export const lecternDependency = async (
  wanted: string | undefined,
  version: string,
  packLectern?: () => string,
): Promise<LecternDependency> => {
  const tarball = wanted ?? packLectern?.();
  if (tarball === undefined) return { range: `^${version}`, files: new Map(), locked: {} };
  if (!existsSync(tarball)) return { range: tarball, files: new Map(), locked: undefined };
  if (!tarball.endsWith('.tgz')) return { range: `file:${resolve(tarball)}`, files: new Map(), locked: undefined };
  const content = await readFile(tarball);
  const range = `file:${basename(tarball)}`;
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
  const locked = wanted === undefined ? { resolved: range, integrity } : undefined;
  return { range, files: new Map([[basename(tarball), content]]), locked };
};

/** What the built package holds. */
interface PackageContents {
  /** The folder of the templates. */
  readonly templates: string;
  /** The lock of Lectern's repository. */
  readonly lock: Lock;
}

interface CreatedProject {
  readonly name: string;
  readonly folder: string;
  /** The number of files. */
  readonly count: number;
}

/** @throws Error with what is wrong with the Strapi project */
export const readTypes = async (source: Source): Promise<TemplateName | StrapiTypes> => {
  if ('template' in source) return source.template;
  return readStrapiProject(source.strapi).catch((error: unknown) => {
    if (!(error instanceof SchemaError)) throw error;
    const lines = error.faults.map((fault) => `  ${formatFault(fault)}`);
    throw new Error([`${source.strapi} has faults that must be corrected first:`, ...lines].join('\n'), {
      cause: error,
    });
  });
};

/**
 * @throws Error with what is wrong with the folder or its name. Nothing is created then
 */
export const createProject = async (
  { templates, lock }: PackageContents,
  { folder, types, aws }: Pick<Options, 'folder' | 'aws'> & { readonly types: TemplateName | StrapiTypes },
  { range, files: packed, locked }: LecternDependency,
): Promise<CreatedProject> => {
  const name = projectNameOf(folder);
  const options = { name, lectern: range, aws, lock, locked, source: types };
  const files = new Map([...(await projectFiles(templates, options)), ...packed]);
  await writeProject(folder, files);
  return { name, folder: resolve(folder), count: files.size };
};

/** @returns whether it succeeded; npm has printed the reason if not */
export const installPackages = (folder: string): boolean => {
  const end = startStep('Installing packages: npm install');
  const succeeded = runNpm(folder, ['install', '--no-audit', '--no-fund']);
  end();
  return succeeded;
};
