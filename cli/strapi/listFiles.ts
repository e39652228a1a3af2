// Lists the files of a Strapi project.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A link can lead to a folder, or to nothing. */
const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() === true;

/**
 * @param folder its path in the project; it may be absent
 * @param isListed by the name of a file
 * @returns the paths of the files in it and below it in the project, sorted, without packages and plugins
 */
export const listFiles = async (
  project: string,
  folder: string,
  isListed: (name: string) => boolean,
): Promise<readonly string[]> => {
  const entries = await readdir(join(project, folder), { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry): Promise<readonly string[]> => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return isListed(entry.name) && (await isFile(join(project, path))) ? [path] : [];
    return entry.name === 'node_modules' || path === 'src/plugins' ? [] : listFiles(project, path, isListed);
  });
  return (await Promise.all(paths)).flat().sort();
};
