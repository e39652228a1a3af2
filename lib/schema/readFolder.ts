// Reads the content-types folder from disk.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from './buildSchema.ts';
import { SchemaError } from './faults.ts';
import type { SchemaFiles } from './parseFiles.ts';
import { strapiProjectFault } from './strapiProjectFault.ts';
import type { Fault, Schema } from './types.ts';

const isJson = (name: string): boolean => name.endsWith('.json') && !name.startsWith('.');

/** The sorted names of the JSON files or of the folders in a folder; empty if the folder does not exist. */
const listNames = async (folder: string, kind: 'files' | 'folders'): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return [];
    throw error;
  });
  return entries
    .filter((entry) =>
      kind === 'folders' ? !entry.isFile() && !entry.name.startsWith('.') : !entry.isDirectory() && isJson(entry.name),
    )
    .map((entry) => entry.name)
    .sort();
};

const folderExists = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    () => true,
    () => false,
  );

/**
 * Reads the schema files of a folder: `article.json`, `components/shared/seo.json`. It ignores other folders, and files
 * whose name does not end in `.json`.
 *
 * @returns their texts by path in the folder
 * @throws SchemaError if the folder does not exist or has the layout of a Strapi project
 */
export const readFolder = async (dir: string): Promise<SchemaFiles> => {
  if (!(await folderExists(dir)))
    throw new SchemaError([
      { file: dir, path: '', message: 'there is no such folder; make it, or name another one in CONTENT_TYPES' },
    ]);
  const fault = await strapiProjectFault(dir, listNames);
  if (fault !== undefined) throw new SchemaError([fault]);
  const types = await listNames(dir, 'files');
  const looseComponents = (await listNames(join(dir, 'components'), 'files')).map((name) => `components/${name}`);
  const categories = await listNames(join(dir, 'components'), 'folders');
  const components = await Promise.all(
    categories.map(async (category) =>
      (await listNames(join(dir, 'components', category), 'files')).map((name) => `components/${category}/${name}`),
    ),
  );
  const paths = [...types, ...looseComponents, ...components.flat()];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), 'utf8')] as const)),
  );
};

/**
 * Reads and checks a folder of content types.
 *
 * @returns the schema and its warnings
 * @throws SchemaError with every fault
 */
export const loadSchema = async (
  dir: string,
): Promise<{ readonly schema: Schema; readonly warnings: readonly Fault[] }> => {
  const { schema, faults, warnings } = buildSchema(await readFolder(dir));
  if (schema === undefined) throw new SchemaError(faults);
  return { schema, warnings };
};
