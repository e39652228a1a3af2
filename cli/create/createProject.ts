// Creates a project: checks everything first, and then writes all files.
import { resolve } from 'node:path';
import { formatFault, SchemaError, type Fault } from '../../lib/schema/index.ts';
import type { Options, Source } from './completeOptions.ts';
import type { LecternDependency } from './lecternDependency.ts';
import { projectFiles, type TemplateName } from './projectFiles.ts';
import { requireNewFolder, writeProject } from './projectFolder.ts';
import { projectNameOf } from './projectName.ts';
import { readStrapiProject, type StrapiTypes } from './readStrapiProject.ts';

/** What the built package holds. */
export interface PackageContents {
  /** The folder of the templates. */
  readonly templates: string;
  /** The version ranges of the packages for development, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface CreatedProject {
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
