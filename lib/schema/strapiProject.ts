// Content types as a Strapi project lays them out, given to us as they are.
import { basename, dirname, join } from 'node:path';
import type { Fault } from './types.ts';

/** Where a project, its `src` and its `src/api` keep the folders of their types. */
const roots = ['', 'api', 'src/api'];

/** `api/article/content-types/article/schema.json`, of every type that is laid out so below the folder. */
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

/** The names in a folder that are files or folders; none where it is not there. */
type List = (folder: string, wanted: 'files' | 'folders') => Promise<readonly string[]>;

/** @returns what to do about a folder that is laid out so; undefined for any other */
export const strapiProjectFault = async (dir: string, list: List): Promise<Fault | undefined> => {
  const [first, ...others] = await schemaFiles(dir, list);
  if (first === undefined) return undefined;
  const type = basename(dirname(first));
  const likewise = others.length === 0 ? '' : `, all ${others.length + 1} alike`;
  return {
    file: dir,
    path: '',
    message: `is laid out as a Strapi project, which is not read; make a folder, copy ${first} to ${type}.json in it${likewise}, and the components folder whole`,
  };
};
