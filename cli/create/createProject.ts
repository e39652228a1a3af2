// Creates a project: its files, its dependency on Lectern, and its packages.
import { resolve, basename } from 'node:path';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { formatFault, SchemaError, type Fault } from '../../lib/schema/index.ts';
import type { Options, Source } from './completeOptions.ts';
import { projectFiles, type TemplateName } from './projectFiles.ts';
import { requireNewFolder, writeProject, type ProjectFiles, projectNameOf } from './projectFolder.ts';
import { readStrapiProject, type StrapiTypes } from './readStrapiProject.ts';

interface LecternDependency {
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

/** What the built package holds. */
interface PackageContents {
  /** The folder of the templates. */
  readonly templates: string;
  /** The version ranges of the packages for development, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

interface CreatedProject {
  readonly name: string;
  readonly folder: string;
  /** What a Strapi project has that does not come along as it is. */
  readonly findings: readonly Fault[];
}

const readTypes = async (source: Source): Promise<TemplateName | StrapiTypes> => {
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
 * @throws Error with what is wrong with the folder, its name, or the Strapi project. Nothing is created then
 */
export const createProject = async (
  { templates, versions }: PackageContents,
  { folder, source, aws }: Pick<Options, 'folder' | 'source' | 'aws'>,
  lectern: LecternDependency,
): Promise<CreatedProject> => {
  await requireNewFolder(folder);
  const name = projectNameOf(folder);
  const types = await readTypes(source);
  const files = await projectFiles(templates, { name, lectern: lectern.range, aws, versions, source: types });
  await writeProject(folder, new Map([...files, ...lectern.files]));
  return { name, folder: resolve(folder), findings: typeof types === 'string' ? [] : types.findings };
};

/** @returns whether it succeeded; npm has printed the reason if not */
export const installPackages = (folder: string): boolean => {
  // The npm that runs this program, if any.
  const npm = process.env.npm_execpath;
  const args = ['install', '--no-audit', '--no-fund'];
  const options = { cwd: folder, stdio: 'inherit' } as const;
  const { status } =
    npm?.endsWith('npm-cli.js') === true
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  return status === 0;
};
