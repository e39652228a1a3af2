// Collects the files of a project from the templates and the content types of its source.
import { join } from 'node:path';
import { strapiSettings } from '../strapi/index.ts';
import { movingText } from './movingText.ts';
import { packageJsonText, type PackageOptions } from './packageJson.ts';
import type { ProjectFiles } from './projectFolder.ts';
import { serviceNameOf } from './projectName.ts';
import type { StrapiTypes } from './readStrapiProject.ts';
import { readTemplate } from './readTemplate.ts';

/** What a project starts with. */
export const templateNames = ['sample', 'blank'] as const;
export type TemplateName = (typeof templateNames)[number];

export interface ProjectOptions extends PackageOptions {
  /** The content types: those of a template, or of a Strapi project. */
  readonly source: TemplateName | StrapiTypes;
}

const withFolder = (folder: string, files: Readonly<Record<string, string>>): ProjectFiles =>
  new Map(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const settingsOf = ({ limits }: StrapiTypes): string =>
  `${JSON.stringify({ api: { rest: { ...limits, ...strapiSettings } } }, null, 2)}\n`;

const strapiFiles = (source: StrapiTypes): ProjectFiles =>
  new Map([
    ...withFolder('content-types', source.files),
    ['lectern.json', settingsOf(source)],
    ...(source.findings.length === 0 ? [] : ([['MOVING.md', movingText(source.findings)]] as const)),
  ]);

/**
 * @param templates the folder with a folder per template: `common`, `aws`, `sample`, `blank`, `strapi`
 * @returns the files of the project; later templates replace files of earlier ones
 */
export const projectFiles = async (templates: string, options: ProjectOptions): Promise<ProjectFiles> => {
  const { name, source, aws } = options;
  const values = { PROJECT_NAME: name, SERVICE_NAME: serviceNameOf(name) };
  const isTemplate = typeof source === 'string';
  const folders = ['common', ...(aws ? ['aws'] : []), isTemplate ? source : 'strapi'];
  const parts = await Promise.all(folders.map((folder) => readTemplate(join(templates, folder), values)));
  return new Map([
    ...parts.flatMap((part) => [...part]),
    ...(isTemplate ? [] : strapiFiles(source)),
    ['package.json', packageJsonText(options)],
  ]);
};
