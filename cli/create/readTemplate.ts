// Reads the files of a template.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** The words that templates have in place of values. */
export interface TemplateValues {
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
export const readTemplate = async (
  folder: string,
  values: TemplateValues,
): Promise<ReadonlyMap<string, string | Buffer>> => {
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
