// Collects the files of a project from the templates, the content types of its source, and what does not come along
// from Strapi.
import { join, relative, sep } from 'node:path';
import { readdir, readFile } from 'node:fs/promises';
import { strapiSettings } from '../strapi/index.ts';
import type { TemplateName } from './arguments.js';
import { projectManifest, type PackageOptions } from './packageJson.ts';
import { projectLock } from '../packages/index.ts';
import { type ProjectFiles, serviceNameOf } from './projectFolder.ts';
import type { StrapiTypes } from './readStrapiProject.ts';
import { formatFault, type Fault } from '../../lib/schema/index.ts';

/** The words that templates have in place of values. */
interface TemplateValues {
  readonly PROJECT_NAME: string;
  readonly SERVICE_NAME: string;
}

/** npm leaves files such as .gitignore out of a package, so templates write their dot as an underscore. */
const projectPath = (path: string): string => path.split(sep).join('/').replace(/^_/, '.');

/** The files with words to replace; all others are copied byte by byte. */
const hasWords = (path: string): boolean => /\.(?:md|yml)$/.test(path);

const fillIn = (text: string, values: TemplateValues): string =>
  text.replace(/\b(?:PROJECT|SERVICE)_NAME\b/g, (word) => values[word as keyof TemplateValues]); // the pattern has no others

/**
 * @param folder of the template
 * @returns its files by their path in the project
 */
const readTemplate = async (folder: string, values: TemplateValues): Promise<ReadonlyMap<string, string | Buffer>> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = projectPath(relative(folder, file));
      const content = hasWords(path) ? fillIn(await readFile(file, 'utf8'), values) : await readFile(file);
      return [path, content] as const;
    });
  return new Map(await Promise.all(files));
};

const withLinks = (text: string): string =>
  text.replace(/\((node_modules\/lectern\/docs\/([\w-]+)\.md[^)]*)\)/g, '([$2]($1))');

const movingText = (findings: readonly Fault[]): string =>
  [
    '# Moving from Strapi',
    '',
    'This of the Strapi project does not come along, or differs. [Moving from Strapi](node_modules/lectern/docs/from-strapi.md)',
    'has the whole way: content, files, users, front-ends.',
    '',
    ...findings.map((finding) => `- [ ] ${withLinks(formatFault(finding))}`),
    '',
  ].join('\n');

export interface ProjectOptions extends PackageOptions {
  /** The content types: those of a template, or of a Strapi project. */
  readonly source: TemplateName | StrapiTypes;
  /** `resolved` and `integrity` of `lectern`, if the lock has its packages; else npm chooses their versions. */
  readonly locked: object | undefined;
}

const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const withFolder = (folder: string, files: Readonly<Record<string, string>>): ProjectFiles =>
  new Map(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const settingsOf = ({ limits }: StrapiTypes): string =>
  jsonText({ ...strapiSettings, api: { rest: { ...limits, ...strapiSettings.api.rest } } });

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
  const { name, source, aws, lock, locked } = options;
  const values = { PROJECT_NAME: name, SERVICE_NAME: serviceNameOf(name) };
  const isTemplate = typeof source === 'string';
  const folders = ['common', ...(aws ? ['aws'] : []), isTemplate ? source : 'strapi'];
  const parts = await Promise.all(folders.map((folder) => readTemplate(join(templates, folder), values)));
  const manifest = projectManifest(options);
  return new Map([
    ...parts.flatMap((part) => [...part]),
    ...(isTemplate ? [] : strapiFiles(source)),
    ['package.json', jsonText(manifest)],
    ...(locked === undefined ? [] : ([['package-lock.json', jsonText(projectLock(lock, manifest, locked))]] as const)),
  ]);
};
