// Recognises a folder with the layout of a Strapi project, and says how to convert it.
import { basename, dirname, join } from 'node:path';
import type { Fault } from './types.ts';

/** Where the folders of types are, from `src/api`, from `src` and from the project folder. */
const roots = ['', 'api', 'src/api'];

/** The path of every type's schema below the folder, such as `api/article/content-types/article/schema.json`. */
const schemaFiles = async (dir: string, list: List): Promise<readonly string[]> => {
  const below = async (paths: readonly string[], wanted: 'files' | 'folders'): Promise<readonly string[]> =>
    (
      await Promise.all(
        paths.map(async (path) => (await list(join(dir, path), wanted)).map((name) => join(path, name))),
      )
    ).flat();
  const types = await below(
    (await below(roots, 'folders')).map((path) => join(path, 'content-types')),
    'folders',
  );
  return (await below(types, 'files')).filter((path) => basename(path) === 'schema.json');
};

/** Lists the JSON files or the folders in a folder; nothing if it does not exist. */
type List = (folder: string, wanted: 'files' | 'folders') => Promise<readonly string[]>;

/** @returns what to do with a folder that has this layout; undefined for other folders */
export const strapiProjectFault = async (dir: string, list: List): Promise<Fault | undefined> => {
  const [first, ...others] = await schemaFiles(dir, list);
  if (first === undefined) return undefined;
  const type = basename(dirname(first));
  const likewise = others.length === 0 ? '' : `, do the same for all ${others.length + 1} types`;
  return {
    file: dir,
    path: '',
    message: `is laid out as a Strapi project, which is not read; make a folder, copy ${first} to ${type}.json in it${likewise}, and copy the components folder`,
  };
};
