// Recognises a folder with the layout of a Strapi project, and says how to convert it.
import { basename, dirname, join } from 'node:path';
import type { Fault } from './types.ts';

/** Where the folders of types are, from `src/api`, from `src` and from the project folder. */
const rootFolders = ['', 'api', 'src/api'];

/** The path of every type's schema below the folder, such as `api/article/content-types/article/schema.json`. */
const findSchemaFiles = async (dir: string, list: ListFolder): Promise<readonly string[]> => {
  const listBelow = async (paths: readonly string[], kind: 'files' | 'folders'): Promise<readonly string[]> =>
    (
      await Promise.all(paths.map(async (path) => (await list(join(dir, path), kind)).map((name) => join(path, name))))
    ).flat();
  const types = await listBelow(
    (await listBelow(rootFolders, 'folders')).map((path) => join(path, 'content-types')),
    'folders',
  );
  return (await listBelow(types, 'files')).filter((path) => basename(path) === 'schema.json');
};

/** Lists the JSON files or the folders in a folder; nothing if it does not exist. */
type ListFolder = (folder: string, wanted: 'files' | 'folders') => Promise<readonly string[]>;

/** @returns what to do with a folder that has this layout; undefined for other folders */
export const strapiProjectFault = async (dir: string, list: ListFolder): Promise<Fault | undefined> => {
  const [first, ...others] = await findSchemaFiles(dir, list);
  if (first === undefined) return undefined;
  const type = basename(dirname(first));
  const sameForOthers = others.length === 0 ? '' : `, do the same for all ${others.length + 1} types`;
  return {
    file: dir,
    path: '',
    message: `is laid out as a Strapi project, which is not read; make a folder, copy ${first} to ${type}.json in it${sameForOthers}, and copy the components folder`,
  };
};
