// Writes a new project into its folder.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireNewFolder } from './newFolder.js';

/** The name of the project on AWS, whose names start with a letter and have no dots and underscores. */
export const serviceNameOf = (name: string): string => {
  const text = name.replace(/[^a-z0-9]+/g, '-').replace(/-$/, '');
  return /^[a-z]/.test(text) ? text : `site-${text}`;
};

/** Contents of files by their path in the project. */
export type ProjectFiles = ReadonlyMap<string, string | Buffer>;

/**
 * @param folder created with its parents if it does not exist
 * @throws Error as `requireNewFolder`, or if a file cannot be written. Nothing is left then
 */
export const writeProject = async (folder: string, files: ProjectFiles): Promise<void> => {
  await requireNewFolder(folder);
  const firstCreated = await mkdir(folder, { recursive: true });
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content, { flag: 'wx' });
    }
  } catch (error) {
    const written = new Set([...files.keys()].map((path) => join(folder, path.split('/')[0] ?? '')));
    for (const path of firstCreated === undefined ? written : [firstCreated])
      await rm(path, { recursive: true, force: true });
    throw error;
  }
};
